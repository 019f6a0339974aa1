"""Of each game the oracle, which knows its rules, and the generator of its records."""

from tests.record import generator, oracle, pinochle_generator, pinochle_oracle

ORACLES = {"pluck": oracle, "pinochle": pinochle_oracle}
GENERATORS = {"pluck": generator, "pinochle": pinochle_generator}
