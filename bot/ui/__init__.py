"""How a table looks and how people speak to it."""
