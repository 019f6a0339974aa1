"""What can go wrong in the store, as few names as callers need to tell apart.

No message here ever carries a stored value: a state or an action shows somebody's hand.
"""


class StoreError(Exception):
    """The store could not do what was asked; the message is one line a person can read."""


class Busy(StoreError):
    """Another process held the database for longer than we were ready to wait; nothing was done."""


class Conflict(StoreError):
    """The table has moved on since it was read: its revision is no longer the expected one."""


class BadState(StoreError):
    """A stored state, or one to be stored, does not fit its type; the message never shows it."""
