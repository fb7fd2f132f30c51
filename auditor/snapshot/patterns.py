"""What a capture leaves out because version control would ignore it, and the limits of what is read."""

from __future__ import annotations

MAX_BYTES = 4 * 1024 * 1024
"""A file over this size is not read."""

MAX_FILES = 200_000
"""A target with more files is refused: a crafted repository can name any number of them."""

TARS = (".tar.gz", ".tgz", ".tar")
ZIPS = (".zip", ".whl")
"""How the names of archives end that are read."""

IGNORED_FOLDERS = (
    ".git", ".hg", ".svn", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis",
    ".tox", ".nox", ".venv", "venv", "node_modules", "bower_components", "build", "dist", ".eggs",
    "*.egg-info", ".next", ".turbo", ".cache", ".idea", ".vscode", ".gradle", ".terraform", "htmlcov",
)  # fmt: skip
"""Names of folders that a capture leaves out, wherever they stand."""

IGNORED_FILES = (
    "*.pyc", "*.pyo", "*.pyd", "*.so", "*.dll", "*.dylib", "*.o", "*.a", "*.class", "*.db", "*.db-journal",
    "*.db-shm", "*.db-wal", "*.sqlite", "*.sqlite3", "*.sqlite-journal", "*.sqlite-shm", "*.sqlite-wal",
    "*.duckdb", "*.log", "*.swp", "*~", ".DS_Store", "Thumbs.db", ".coverage",
)  # fmt: skip
"""Names of files that a capture leaves out, wherever they stand."""
