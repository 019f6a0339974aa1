"""The games, as pure state machines: no Discord, no clock, no database, no dice."""
