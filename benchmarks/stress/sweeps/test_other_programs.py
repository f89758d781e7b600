"""The real programs, row by row, and our conventions on the same graphs.

Each row of the tables is a test of the real program, of our convention of the same name (the same numbers, proved; of
``smatchpp`` the true optimum) and of the convention ``smatch`` (what was meant).
"""

import random
from pathlib import Path

import pytest

from benchmarks.stress.sweeps import programs
from smatchproof.public import Counts
from tests import peers
from tests.conventions.test_convention_tables import (
    SMATCHPP,
    PlusRow,
    Row,
    each_smatch_row,
    each_smatchpp_row,
    ours,
)


def printed(counts: tuple[int, int, int]) -> str:
    matched, left, right = counts
    precision, recall, f1 = Counts(matched, matched, left, right).score
    return f"P {precision:.2f} R {recall:.2f} F {f1:.2f}"


# ---- smatch 1.0.4


@each_smatch_row
def test_real_smatch(row: Row) -> None:
    assert peers.smatch(row.left, row.right, runs=20) == row.real
    assert row.says in printed(row.real)


def test_smatch_remembers_another_pair() -> None:
    # Its memo of values is keyed by the alignment alone and outlives the pair: (2, 4, 4) becomes (4, 4, 4).
    same, other = "(a / x :ARG0 (b / y))", "(a / z :ARG0 (b / w))"
    with peers.real_smatch() as (smatch, _):
        assert smatch.get_amr_match(same, other) == (2, 4, 4)
        smatch.match_triple_dict.clear()
        assert smatch.get_amr_match(same, same) == (4, 4, 4)
        assert smatch.get_amr_match(same, other) == (4, 4, 4)
    assert [ours(same, right, "smatch-1.0.4") for right in (other, same, other)] == [(2, 4, 4), (4, 4, 4), (2, 4, 4)]


def test_smatch_cannot_be_seeded() -> None:
    with peers.real_smatch() as (smatch, _):
        states = []
        for _ in range(2):
            random.seed(0)
            smatch.get_amr_match("(c / cat)", "(d / dog)")
            states.append(random.getstate())
    assert states[0] != states[1]


def test_smatch_misses_a_graph_with_its_operands_in_another_order() -> None:
    def clauses(numbers: list[int]) -> str:
        written = [
            f':op{n} (s{n} / say-01 :ARG0 (p{n} / person :name (n{n} / name :op1 "{n}"))'
            f" :ARG1 (t{n} / thing :mod s{(n + 1) % len(numbers)}))"
            for n in numbers
        ]
        return f"(a / and {' '.join(written)})"

    left, right = clauses(list(range(12))), clauses(list(range(12))[::-1])
    assert ours(left, right, "smatch-1.0.4") == (122, 122, 122)
    assert peers.smatch(left, right, runs=2).matched < 122  # it finds 90 to 115


# ---- smatchpp 1.8.0: F1 as it prints it


@pytest.fixture(scope="module")
def smatchpp_runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str | None, programs.SmatchppRun]:
    """The program on all rows at once, by graph type."""
    pairs = [(row.left, row.right) for row in SMATCHPP]
    folder = tmp_path_factory.mktemp("smatchpp")
    return {kind: programs.smatchpp_text(folder, pairs, graph_type=kind) for kind in (None, "generic", "amr")}


@each_smatchpp_row
def test_real_smatchpp(row: PlusRow, smatchpp_runs: dict[str | None, programs.SmatchppRun]) -> None:
    number = SMATCHPP.index(row)
    assert smatchpp_runs["generic"].scores[number].f1 == row.generic
    assert smatchpp_runs["amr"].scores[number].f1 == row.amr
    if row.default is not None:
        assert smatchpp_runs[None].scores[number].f1 == row.default


@pytest.mark.parametrize("graph_type", ["generic", "amr"])
def test_real_smatchpp_calls_every_row_proved(graph_type: str, smatchpp_runs) -> None:
    assert smatchpp_runs[graph_type].unproved == 0


def test_smatchpp_calls_a_gap_of_one_proved(tmp_path: Path) -> None:
    # Of integers only bounds less than 1 apart are a proof. Each right graph holds all triples of its left graph or
    # the other way round, and brute force finds them all. Which of them the relaxed program misses is the library's.
    pairs = [
        ("(a / x :ARG1 (b / x :ARG0 (d / x) :ARG0 c) :ARG0 (c / x))",) * 2,
        ("(a / x :ARG1 (b / x) :ARG1 (c / x :ARG1 b))", "(a / x :ARG1 (b / x) :ARG1 (c / x :ARG1 b :ARG1 a) :ARG0 b)"),
        ("(a / x :ARG0 (b / x :ARG0 (c / x :ARG0 b) :ARG0 a))", "(a / x :ARG0 (b / x :ARG0 (c / x :ARG0 b)))"),
    ]
    run = programs.smatchpp_text(tmp_path, pairs, graph_type="generic", solver="lp")
    best = []
    for left, right in pairs:
        matched, *sizes = ours(left, right, "smatchpp-generic", "brute-force")
        assert matched == min(sizes)
        best.append(round(200 * matched / sum(sizes), 2))
    theirs = [score.f1 for score in run.scores]
    assert any(found < optimum for found, optimum in zip(theirs, best, strict=True))
    assert run.unproved == 0


def test_smatchpp_lossless_compression_is_not_lossless(tmp_path: Path) -> None:
    pair = "(a / x :ARG0 (b / y) :ARG0 (c / x :ARG0 a))", "(a / y :ARG0 (b / x) :ARG0 (c / x :ARG0 a))"
    scores = [
        programs.smatchpp_text(tmp_path, [pair], *options, graph_type="generic").scores[0].f1
        for options in ([], ["--lossless_graph_compression"])
    ]
    assert scores == [71.43, 50.0]
    assert ours(*pair, "smatchpp-generic", "brute-force") == (5, 7, 7)  # and no setting of ours changes it


# ---- malformed text and files: errors under every convention


def test_the_programs_score_malformed_text(tmp_path: Path) -> None:
    good = "(a / x :ARG0 (b / y))"
    matched, *sizes = peers.smatch(good[:-1], good, runs=20)  # its last parenthesis is missing
    assert sizes == [matched, matched]
    assert programs.smatchpp_text(tmp_path, [("(((", good)], graph_type="generic").scores[0].f1 == 0.0


def test_real_smatch_drops_what_the_longer_file_has(tmp_path: Path) -> None:
    long, short = tmp_path / "long", tmp_path / "short"
    long.write_text("(a / x)\n\n(b / y)\n")
    short.write_text("(a / x)\n")
    for left, right in ((long, short), (short, long)):
        run = programs.smatch_program(left, right, "--pr")
        assert (run.returncode, run.stdout) == (0, "Precision: 1.00\nRecall: 1.00\nF-score: 1.00\n")
        assert "Ignoring remaining AMRs" in run.stderr
