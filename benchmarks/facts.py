"""Print the facts of a system as JSON: `python benchmarks/facts.py TARGET [--include-examples]`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from auditor.extract import Scope, facts_json
from auditor.snapshot import open_snapshot


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path)
    parser.add_argument("--include-examples", action="store_true", help="read examples and documents too")
    arguments = parser.parse_args()
    scope = Scope.of(examples=arguments.include_examples)
    json.dump(
        facts_json(open_snapshot(arguments.target), scope=scope), sys.stdout, ensure_ascii=False, indent=1
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
