-- Who is still to be told that a table of theirs is resting, because its channel was lost.
CREATE TABLE notices (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    user_id  INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_by_user ON notices (user_id);

PRAGMA user_version = 2;
