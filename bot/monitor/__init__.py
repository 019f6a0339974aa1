"""What whoever runs the bot can see of it: a page on a port of its own, and what stands on it."""
