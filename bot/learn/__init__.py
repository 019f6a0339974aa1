"""Learning a game in short lessons, each a small position played on the real engine."""
