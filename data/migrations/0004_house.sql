-- How servers want their tables, the sets of house rules they have saved, and what a table has
-- chosen for itself besides its rules.
CREATE TABLE settings (
    guild_id INTEGER NOT NULL PRIMARY KEY,
    settings TEXT    NOT NULL CHECK (json_valid(settings))
) STRICT;

CREATE TABLE house_sets (
    guild_id   INTEGER NOT NULL,
    name       TEXT    NOT NULL COLLATE NOCASE CHECK (name <> ''),
    game       TEXT    NOT NULL,
    preset     TEXT    NOT NULL,
    rules      TEXT    NOT NULL CHECK (json_valid(rules)),
    saved_by   INTEGER NOT NULL,
    saver      TEXT    NOT NULL,
    at         REAL    NOT NULL,
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE tables ADD COLUMN options TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(options));

PRAGMA user_version = 4;
