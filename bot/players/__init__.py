"""The players who are no people: policies that see one seat's view and answer with an action."""
