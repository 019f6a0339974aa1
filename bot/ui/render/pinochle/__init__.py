"""How Pinochle is drawn."""
