"""The game record: everything needed to play a match again, card by card."""
