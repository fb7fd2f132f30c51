"""The embedded store: one SQLite file holds everything but the memory folder."""

import sqlite3
from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS memories (
    id INTEGER PRIMARY KEY, content TEXT NOT NULL, category TEXT NOT NULL, source TEXT NOT NULL,
    status TEXT NOT NULL, superseded_by INTEGER, valid_from TEXT, valid_until TEXT, saved_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS reviews (
    id INTEGER PRIMARY KEY, older_id INTEGER NOT NULL, newer_id INTEGER NOT NULL, kind TEXT NOT NULL,
    reason TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'pending', created_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS notes (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, content TEXT NOT NULL, saved_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tasks (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, due TEXT, done INTEGER NOT NULL DEFAULT 0,
    saved_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS routines (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, prompt TEXT NOT NULL, every_minutes INTEGER NOT NULL,
    grants TEXT NOT NULL, next_run TEXT NOT NULL, last_output TEXT, saved_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY, role TEXT NOT NULL, content TEXT NOT NULL, said_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS summary (
    id INTEGER PRIMARY KEY CHECK (id = 1), content TEXT NOT NULL, upto INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS approvals (
    id INTEGER PRIMARY KEY, tool TEXT NOT NULL, arguments TEXT NOT NULL, snapshot TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending', expires_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (
    kind TEXT NOT NULL, item_id INTEGER NOT NULL, content_hash TEXT NOT NULL, vector TEXT NOT NULL,
    PRIMARY KEY (kind, item_id));
"""


def connect(path: Path | None) -> sqlite3.Connection:
    """Open the store at a path, or a fresh one in memory; tables are made when missing."""
    db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
    db.row_factory = sqlite3.Row
    db.executescript(_SCHEMA)
    return db
