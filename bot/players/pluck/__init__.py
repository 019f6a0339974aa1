"""AI players for Pluck, three- and four-handed."""
