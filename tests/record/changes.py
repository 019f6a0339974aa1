"""Changes to a record after which it is none, whatever the game: from single places to the text.

A change takes a record, and alters it or returns the bytes of a file in its stead. The records
to be changed have a play as action 1 of their first deal, a seat North, and their rules in full.
"""

import copy
import json

PLAY = ("deals", 0, "actions", 1)
MATCH = ("rules", "match")


def to_bytes(record):
    return json.dumps(record).encode()


def made(change, record):
    """The bytes of the record once it is changed."""
    other = change(record)
    return other if isinstance(other, bytes) else to_bytes(record)


def at(record, path):
    """What stands at this place."""
    for step in path:
        record = record[step]
    return record


def put(*path_and_value):
    """Put a value at a place."""
    *path, key, value = path_and_value

    def change(record):
        at(record, path)[key] = copy.deepcopy(value)

    return change


def drop(*path):
    """Take a key or an item away."""

    def change(record):
        del at(record, path[:-1])[path[-1]]

    return change


def text(make):
    """Make another text of the whole record."""
    return lambda record: make(json.dumps(record)).encode()


def raw(data):
    """These bytes in the place of the record."""
    return lambda record: data


def swap(old, new):
    """Replace a piece of the text itself, for what a dict cannot say."""

    def change(record):
        text = json.dumps(record)
        assert old in text
        return text.replace(old, new, 1).encode()

    return change


def literal(*path_and_text):
    """Write a value in the text as given, for what `json` would not write."""
    *path, key, text = path_and_text

    def change(record):
        at(record, path)[key] = "@@"
        return json.dumps(record).replace('"@@"', text).encode()

    return change


def both(*changes):
    """One change after the other."""

    def change(record):
        for one in changes:
            one(record)

    return change


def rename(path, old, new):
    """Give a key of the object at `path` another name."""

    def change(record):
        place = at(record, path)
        place[new] = place.pop(old)

    return change


NOT_JSON = {
    "empty file": raw(b""),
    "white space only": raw(b" \n\t "),
    "no JSON": raw(b"1. e4 e5"),
    "a byte of nothing": raw(b"\x00"),
    "text cut off": text(lambda text: text[: len(text) // 2]),
    "last brace missing": text(lambda text: text[:-1]),
    "text after the end": text(lambda text: text + " x"),
    "two records in one file": text(lambda text: text + "\n" + text),
    "comma too many": text(lambda text: text[:-1] + ",}"),
    "comment": text(lambda text: "// a game\n" + text),
    "single quotes": text(lambda text: text.replace('"', "'")),
    "line break within a string": swap('"North"', '"Nor\nth"'),
    "bad escape": swap('"North"', '"\\x4eorth"'),
    "leading zero": literal("deals", 0, "dealer", "00"),
    "plus sign": literal("deals", 0, "dealer", "+1"),
    "hexadecimal": literal("deals", 0, "dealer", "0x1"),
    "NaN as dealer": literal("deals", 0, "dealer", "NaN"),
    "NaN as target": literal(*MATCH, "target", "NaN"),
    "Infinity as target": literal(*MATCH, "target", "Infinity"),
    "minus Infinity as a seat": literal(*PLAY, "seat", "-Infinity"),
    "NaN as a name": literal("seats", 0, "NaN"),
    "bytes that are not UTF-8": lambda record: to_bytes(record).replace(b"North", b"N\xf6rth"),
    "not UTF-8 at the start": lambda record: b"\xff\xfe" + to_bytes(record),
    "half a UTF-8 character": lambda record: to_bytes(record).replace(b"North", b"\xe2\x99"),
    "encoded surrogate": lambda record: to_bytes(record).replace(b"North", b"\xed\xa0\x80"),
    "gzip": raw(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x03\x00"),
    "deep nesting": raw(b"[" * 100_000),
    "deep nesting, closed": raw(b"[" * 100_000 + b"]" * 100_000),
    "deep objects": raw(b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    "deep nesting within": literal("deals", "[" * 50_000 + "]" * 50_000),
}

NOT_AN_OBJECT = {
    f"top level is {text}": raw(text.encode())
    for text in ("null", "true", "3", '"record"', "[]", "{}", "[{}]")
}

FRAME = {
    **{f"{key} is missing": drop(key) for key in ("format", "game", "preset", "seats", "deals")},
    "unknown key": put("comment", "a fine game"),
    "key in capitals": rename((), "rules", "Rules"),
    "empty key": put("", 1),
    "unknown format": put("format", "pluck-record/2"),
    "format without number": put("format", "pluck-record"),
    "format in capitals": put("format", "PLUCK-RECORD/1"),
    "format is a number": put("format", 1),
    "format is null": put("format", None),
    "unknown game": put("game", "whist"),
    "game is a list": put("game", ["pluck"]),
    "game is null": put("game", None),
    "game is an object": put("game", {}),
    "preset is a number": put("preset", 3),
    "preset is a list": put("preset", ["classic"]),
    "preset is null": put("preset", None),
    "no names": put("seats", []),
    "a name is a number": put("seats", 1, 7),
    "a name is null": put("seats", 1, None),
    "deals is an object": put("deals", {}),
    "deals is a string": put("deals", "none"),
    "deals is null": put("deals", None),
}

NOTES = {
    "at is text": put(*PLAY, "at", "yesterday"),
    "at is empty": put(*PLAY, "at", ""),
    "at is a number": put(*PLAY, "at", 1700000000),
    "at is a number in text": put(*PLAY, "at", "1700000000"),
    "at is a float": put(*PLAY, "at", 1700000000.5),
    "at is true": put(*PLAY, "at", True),
    "at has a thirteenth month": put(*PLAY, "at", "2024-13-01T00:00:00Z"),
    "at has a thirtieth of February": put(*PLAY, "at", "2024-02-30T00:00:00Z"),
    "at has an hour too many": put(*PLAY, "at", "2024-01-01T25:00:00Z"),
    "at in words": put(*PLAY, "at", "Mon, 01 Jan 2024 00:00:00 GMT"),
    "at is a list": put(*PLAY, "at", ["2024-01-01T00:00:00Z"]),
    "by is unknown": put(*PLAY, "by", "dealer"),
    "by in capitals": put(*PLAY, "by", "AI"),
    "by is empty": put(*PLAY, "by", ""),
    "by is a seat": put(*PLAY, "by", 0),
    "by is a list": put(*PLAY, "by", ["ai"]),
    "by whom under another name": put(*PLAY, "By", "ai"),
}

ANY_GAME = {**NOT_JSON, **NOT_AN_OBJECT, **FRAME, **NOTES}
