-- The tables of a match's file, version 1 (`SCHEMA` in store.py).
CREATE TABLE match (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE planned (
    number INTEGER PRIMARY KEY, place INTEGER NOT NULL UNIQUE, dealer TEXT NOT NULL,
    vulnerable TEXT NOT NULL, deal TEXT NOT NULL
);
CREATE TABLE attempt (
    id INTEGER PRIMARY KEY, room TEXT NOT NULL, number INTEGER NOT NULL, began REAL NOT NULL
);
CREATE TABLE action (
    attempt INTEGER NOT NULL REFERENCES attempt, place INTEGER NOT NULL, seat TEXT NOT NULL,
    player TEXT NOT NULL, call TEXT, card TEXT, explanation TEXT NOT NULL, alert INTEGER NOT NULL,
    seconds REAL NOT NULL, PRIMARY KEY (attempt, place)
) WITHOUT ROWID;
CREATE TABLE result (
    room TEXT NOT NULL, number INTEGER NOT NULL REFERENCES planned, attempt INTEGER,
    board TEXT, score INTEGER, seconds_ns REAL NOT NULL, seconds_ew REAL NOT NULL,
    ended REAL NOT NULL, PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE forfeit (
    room TEXT NOT NULL, number INTEGER NOT NULL REFERENCES planned, seats TEXT NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE trouble (
    id INTEGER PRIMARY KEY, at REAL NOT NULL, room TEXT NOT NULL, what TEXT NOT NULL,
    who TEXT NOT NULL, text TEXT NOT NULL
);
