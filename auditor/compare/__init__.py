"""What moved since: a register against a later revision of its sources, and one audit against another."""

from auditor.compare.audits import compare_audits
from auditor.compare.reanchoring import reanchor
from auditor.compare.revisions import compare_revisions

__all__ = ["compare_audits", "compare_revisions", "reanchor"]
