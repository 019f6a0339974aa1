"""The slash commands: each parses its input, asks one question, and answers."""
