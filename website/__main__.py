"""Build the web site of this version, beside those of others that are there: ``python -m website``; ``make site``
installs what it takes first.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from smatchproof.base.version import VERSION
from website.build import Failed, build
from website.npm import Unavailable
from website.versions import write_versions

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Build, and say where."""
    parser = argparse.ArgumentParser(prog="python -m website", description=__doc__)
    parser.add_argument(
        "-o", "--output", default=ROOT / "build" / "site", type=Path, help="folder that gets one for this version"
    )
    parser.add_argument("--without-playground", action="store_true", help="leave out what needs the npm registry")
    options = parser.parse_args()
    try:
        build(options.output / VERSION, ROOT / "build" / "pyodide", playground=not options.without_playground)
    except (Failed, Unavailable) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{write_versions(options.output)}: serve the folder by any host, such as python -m http.server")
    return 0


if __name__ == "__main__":
    sys.exit(main())
