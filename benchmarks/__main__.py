"""Run all measurements and write ``RESULTS.md``; with the names of sections, run those and only print them."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from benchmarks import hard, processes, proofs, resources
from benchmarks.common import DATA, Section

SECTIONS: dict[str, tuple[str, Section]] = {
    "certificates": ("All pairs proved, with certificates", proofs.certificates),
    "reading": ("Whole process: exact beside reading the files", processes.exact_beside_reading),
    "peers": ("Whole process: exact beside the peers", processes.exact_beside_peers),
    "ilp": ("Whole process: ilp-tight beside the peers", processes.ilp_beside_peers),
    "hard": ("Hard pairs: exact beside the integer program", hard.beside_ilp),
    "reach": ("Hard pairs: what is proved within a minute", hard.reach),
    "documents": ("Documents", hard.documents),
    "memory": ("Memory", resources.memory),
    "start": ("Compilation and start-up", resources.start_up),
}

_HEAD = """\
# Measurements

Written by `make bench` in one run. Seconds are of the wall clock and differ between machines; what is meant to be
compared stands side by side and took turns in the same run. Medians of three or five runs. "Ratio" is how many times
as long the other program took, or for reading, how many times as long as reading we take.
"""


def main(names: list[str]) -> int:
    """Run the sections of these names, or all."""
    if not DATA.is_dir():
        print("the measurements need the real corpora, which are not on this machine", file=sys.stderr)
        return 2
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        print(f"unknown section {unknown[0]!r}; choose from {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    parts = [_HEAD]
    for name in names or SECTIONS:
        title, section = SECTIONS[name]
        start = time.perf_counter()
        part = f"## {title}\n\n{section()}\n"
        print(part, flush=True)
        print(f"({name}: {time.perf_counter() - start:.0f} s)", file=sys.stderr, flush=True)
        parts.append(part)
    if not names:
        (Path(__file__).parent / "RESULTS.md").write_text("\n".join(parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
