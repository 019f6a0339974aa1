"""Views to panels: what people see. Nothing here knows Discord, a state, or the clock."""
