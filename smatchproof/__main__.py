"""``python -m smatchproof`` is the command line."""

import sys

from smatchproof.cli import main

if __name__ == "__main__":
    sys.exit(main())
