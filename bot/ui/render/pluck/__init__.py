"""How a table of Pluck looks: board, hand, summary and rules."""
