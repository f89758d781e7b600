"""The table of BAMBOO: on a folder made for the test, and on the development sets compared with the audit."""

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.lab.audits.bamboo import SETS, VARIANTS, bamboo_rows, bamboo_table
from smatchproof.scoring.metrics import metric

LEFT = ["(c / cat)", "(c / cat :mod (r / red))", "(d / dog)", "(r / run-01 :ARG0 (d / dog))"]
RIGHT = ["(c / cat)", "(c / cat)", "(c / cat)", "(r / run-01 :ARG0 (c / cat))"]
HUMAN = [1.0, 0.75, 0.0, 0.5]


@pytest.fixture
def folder(tmp_path):
    for name in SETS:
        for variant in VARIANTS:
            inside = tmp_path / name / variant
            inside.mkdir(parents=True)
            (inside / "src.dev.amr").write_text("\n\n".join(LEFT) + "\n")
            (inside / "tgt.dev.amr").write_text("\n\n".join(RIGHT) + "\n")
        (tmp_path / name / "dev.y").write_text("\n".join(map(str, HUMAN)) + "\n")
    return tmp_path


def test_correlations_and_role_confusion_by_hand(folder):
    """F1 of the four pairs: 2 of 2 triples, 2 of 4 and 2, none, and 3 of 4 (all but the dog)."""
    rows = bamboo_table(dict(bamboo_rows(folder, lambda corpora: {"x": metric("bamboo-smatch")})))
    (row,) = rows
    scores = [1.0, 2 * 2 / 6, 0.0, 2 * 3 / 8]
    mean, human = sum(scores) / 4, sum(HUMAN) / 4
    both = sum((s - mean) * (h - human) for s, h in zip(scores, HUMAN, strict=True))
    alone = [sum((x - m) ** 2 for x in side) for side, m in ((scores, mean), (HUMAN, human))]
    pearson = 100 * both / (alone[0] * alone[1]) ** 0.5
    assert row.values[:9] == pytest.approx([pearson] * 9)
    assert row.values[9:] == (50.0,) * 3  # of the couples (1, 4/6) and (0, 6/8) one prefers the second
    assert "|preset:bamboo-smatch|" in row.signature


def test_role_confusion_takes_couples_and_correlations_any_number(folder):
    for path in folder.glob("*/*/???.dev.amr"):
        if path.parent.name != "role_confusion":
            path.write_text("\n\n".join(path.read_text().split("\n\n")[:3]) + "\n")
    for path in folder.glob("*/dev.y"):
        path.write_text("1.0\n0.75\n0.0\n")
    found = bamboo_rows(folder, lambda corpora: {"x": metric("bamboo-smatch")})
    assert len([*found]) == len(SETS) * len(VARIANTS)
    for path in folder.glob("sts/role_confusion/*"):
        path.write_text("\n\n".join(path.read_text().split("\n\n")[:3]) + "\n")
    with pytest.raises(UsageError, match="has 3 pairs; role confusion needs a foil and a paraphrase"):
        [*bamboo_rows(folder, lambda corpora: {"x": metric("bamboo-smatch")})]
