-- Which lessons of a game a person has been through.
CREATE TABLE lessons (
    user_id INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    lesson  TEXT    NOT NULL,
    at      REAL    NOT NULL,
    PRIMARY KEY (user_id, game, lesson)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 3;
