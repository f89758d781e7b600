"""The page on the re-evaluation: its commands run on the public data, and make its numbers and fingerprints."""

import csv
import gzip
import hashlib
import re
import shlex
from pathlib import Path

from tests.commands.running import run

PAGE = (Path(__file__).parents[2] / "docs" / "re-evaluation.md").read_text(encoding="utf-8")


def test_the_page_has_the_numbers_of_its_commands(shared_data, tmp_path):
    for parity, source, name in ((0, "src", "bart"), (1, "src", "t5"), (0, "tgt", "gold")):
        blocks = (shared_data / "parseval" / f"{source}.test.amr").read_text(encoding="utf-8").strip().split("\n\n")
        (tmp_path / f"{name}.amr").write_text("\n\n".join(blocks[parity::2]) + "\n", encoding="utf-8")
    for name in ("lpp-v3.0.amr", "lpp-v1.6.amr"):
        (tmp_path / name).symlink_to(shared_data / "lpp" / name)
    commands = re.findall(r"^\$ smatchproof (compare .*)$", PAGE, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        done = run(*shlex.split(command), cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    printed = PAGE.replace("\n", " ")
    for folder in ("parseval", "lpp"):
        for row in csv.DictReader((tmp_path / folder / "table.csv").read_text(encoding="utf-8").splitlines()):
            if "method=" not in row["metric"]:
                score, low, high = (float(row[key]) for key in ("score", "interval_low", "interval_high"))
                assert f"{score:.4f} ({low:.4f} to {high:.4f})" in printed, row
            if "method=" not in row["metric"] and row.get("p_low"):
                low, high, p = (float(row[key]) for key in ("difference_low", "difference_high", "p_low"))
                assert f"({low:+.4f} to {high:+.4f}) | {p:.4f} |" in printed, row
    done = run("compare", "gold.amr", "bart.amr", "t5.amr", "--every-convention", cwd=tmp_path)
    assert next(line for line in done.stdout.splitlines() if " before " in line) in PAGE
    for name, digest in re.findall(r"`([^`]*\.gz)` \| `([0-9a-f]{64})`", PAGE):
        assert hashlib.sha256(gzip.decompress((tmp_path / name).read_bytes())).hexdigest() == digest, name
