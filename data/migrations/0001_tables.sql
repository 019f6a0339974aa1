-- The tables of the bot. Times are UTC epoch seconds; Discord ids are integers.
-- A migration names its own number at its end; both are one transaction.

PRAGMA application_id = 1128354372; -- the letters CARD

CREATE TABLE tables (
    id               TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    game             TEXT    NOT NULL,
    preset           TEXT    NOT NULL,
    rules            TEXT    NOT NULL CHECK (json_valid(rules)),
    state_version    INTEGER NOT NULL,
    guild_id         INTEGER NOT NULL,
    channel_id       INTEGER NOT NULL,
    host_id          INTEGER NOT NULL,
    opened_by        TEXT    NOT NULL,
    clock_seconds    REAL    NOT NULL,
    status           TEXT    NOT NULL CHECK (
        status IN ('lobby', 'playing', 'paused', 'suspended', 'over', 'void', 'set_aside')
    ),
    rev              INTEGER NOT NULL CHECK (rev >= 0),
    created_at       REAL    NOT NULL,
    state            TEXT    CHECK (state IS NULL OR json_valid(state)),
    pause_rev        INTEGER,
    deadline_at      REAL,
    previous_id      TEXT    REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    next_id          TEXT    REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    ended_at         REAL,
    -- what Discord shows of it
    shown_rev        INTEGER NOT NULL,
    message_id       INTEGER,
    message_at       REAL,
    message_deal     INTEGER NOT NULL,
    nudge_message_id INTEGER,
    nudged_ask       INTEGER
) STRICT;

CREATE INDEX tables_by_deadline ON tables (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX tables_behind ON tables (id) WHERE shown_rev < rev;
CREATE INDEX tables_by_channel ON tables (channel_id, status);
CREATE INDEX tables_by_guild ON tables (guild_id, status);
CREATE INDEX tables_finished ON tables (guild_id, ended_at DESC, id)
WHERE status IN ('over', 'void');

CREATE TABLE seats (
    table_id       TEXT    NOT NULL REFERENCES tables (id),
    seat           INTEGER NOT NULL CHECK (seat >= 0),
    name           TEXT    NOT NULL,
    user_id        INTEGER,
    policy         TEXT,
    ask            INTEGER,
    asked_at       REAL,
    due_at         REAL,
    misses         INTEGER NOT NULL CHECK (misses >= 0),
    ready          INTEGER NOT NULL CHECK (ready IN (0, 1)),
    away           INTEGER NOT NULL CHECK (away IN (0, 1)),
    left_by        INTEGER,
    deals_held     INTEGER NOT NULL CHECK (deals_held >= 0),
    reserved_for   INTEGER,
    reserved_until REAL,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user_id) WHERE user_id IS NOT NULL;

-- Who leaves a running match has lost it, whoever sits there afterwards.
CREATE TABLE leavers (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    user_id  INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    at       REAL    NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX leavers_by_user ON leavers (user_id);

CREATE TABLE events (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL CHECK (seq >= 0),
    rev      INTEGER NOT NULL,
    seat     INTEGER,
    action   TEXT    NOT NULL CHECK (json_valid(action)),
    audience TEXT    CHECK (audience IS NULL OR json_valid(audience)),
    by       TEXT    NOT NULL CHECK (by IN ('player', 'ai', 'timeout', 'chance')),
    at       REAL    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are append only');
END;

CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are append only');
END;

-- INSERT OR REPLACE removes a row without firing a DELETE trigger.
CREATE TRIGGER events_are_never_replaced BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE table_id = NEW.table_id AND seq = NEW.seq)
BEGIN
    SELECT RAISE(ABORT, 'events are append only');
END;

CREATE TABLE presses (
    interaction_id INTEGER NOT NULL PRIMARY KEY,
    table_id       TEXT    NOT NULL REFERENCES tables (id),
    rev            INTEGER NOT NULL,
    at             REAL    NOT NULL
) STRICT;

CREATE INDEX presses_by_age ON presses (at);

-- A person comes out of a match once, an AI seat once.
CREATE TABLE results (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    user_id  INTEGER,
    name     TEXT    NOT NULL,
    guild_id INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    preset   TEXT    NOT NULL,
    points   INTEGER NOT NULL,
    place    INTEGER NOT NULL CHECK (place >= 1),
    won      INTEGER NOT NULL CHECK (won IN (0, 1)),
    people   INTEGER NOT NULL CHECK (people >= 0),
    deals    INTEGER NOT NULL,
    at       REAL    NOT NULL,
    stats    TEXT    NOT NULL CHECK (json_valid(stats)),
    UNIQUE (table_id, user_id)
) STRICT;

CREATE UNIQUE INDEX results_of_ai_seats ON results (table_id, seat) WHERE user_id IS NULL;
CREATE INDEX results_by_player ON results (guild_id, user_id, at);

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 1;
