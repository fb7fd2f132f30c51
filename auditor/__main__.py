"""`python -m auditor` is the command `audit`."""

from auditor.cli import entry

entry()
