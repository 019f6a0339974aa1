"""The arena: AI players against each other on the same cards, to measure who plays better."""
