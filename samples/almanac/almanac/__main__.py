"""Entry point of ``python -m almanac``."""

import sys

from almanac.cli import main

sys.exit(main())
