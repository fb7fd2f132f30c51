"""An audit as text: reports, findings, the graph and the saved form. Pure: the same audit, the same bytes."""

from __future__ import annotations
