"""What the bot costs to run, measured against a bare bot: `make bench`."""
