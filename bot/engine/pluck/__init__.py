"""Pluck, for three seats or two partnerships (rule book, sections 2 to 4)."""
