"""The shipped study: its shape, where its files come from, and that methods differ on it.

Run as a script, this writes the annotators' files again: for a change of the consensus or of the noise.
"""

from collections import Counter
from importlib.resources import files
from itertools import combinations

import pytest

from benchmarks.methods.study_annotations import ANNOTATORS, CONSENSUS, annotated_by, annotator_files
from smatchproof.conventions.conventions import convention
from smatchproof.exact import exact
from smatchproof.lab.experiments.study import shipped
from smatchproof.lab.heuristics import HEURISTICS
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams, Status

FOLDER = files("smatchproof.lab.experiments.study")
IDS = [f"g{group}.{number}" for group in range(1, 6) for number in range(1, 5)]
REWRITE = "run `python -m tests.lab.experiments.test_study` to write the annotators' files again"
TRIED = ("Base", "R", "S", "S+4R", "S+9R")


def study_pairs():
    """The pairs of the shipped experiment."""
    with shipped("study") as study:
        return [pair for source in study.sources for pair in source.pairs()]


@pytest.fixture(scope="module")
def scored():
    """The matched triples of each method on each pair."""
    rule, rows = convention("smatch"), []
    for pair in study_pairs():
        left, right = rule.triples(pair.left), rule.triples(pair.right)
        problem = build_problem(left, right, rule.duplicates)
        solution = exact(problem, SolveParams())
        found = {name: HEURISTICS[name].solve(problem, SolveParams()).matched for name in TRIED}
        rows.append({"pair": pair, "triples": left.size + right.size, "status": solution.status, **found})
        rows[-1]["exact"] = solution.matched
    return rows


def test_the_annotators_come_from_the_consensus():
    made = annotator_files(annotated_by(CONSENSUS))
    assert {name: (FOLDER / f"{name.lower()}.amr").read_text(encoding="utf-8") for name in ANNOTATORS} == made, REWRITE
    for name in (*ANNOTATORS, CONSENSUS):
        assert [each.graph.id for each in annotated_by(name)] == IDS


def test_there_are_200_pairs():
    pairs = study_pairs()
    assert len(pairs) == 200
    sides = [(pair.left_name, pair.right_name) for pair in pairs]
    assert list(Counter(sides)) == list(combinations("ABCDE", 2))
    assert set(Counter(sides).values()) == {20}
    assert [pair.left.id for pair in pairs[:20]] == IDS
    assert all(pair.left.id == pair.right.id == pair.id[4:] and pair.id[4:6] == pair.group for pair in pairs)


def test_every_pair_is_proved(scored):
    assert {row["status"] for row in scored} == {Status.OPTIMAL}


def test_search_errors_rank_the_methods_as_the_paper_does(scored):
    documents = Counter()
    for row in scored:
        pair = row["pair"]
        for name in (*TRIED, "exact"):
            documents[name, pair.group, pair.left_name, pair.right_name] += row[name]
    wrong = Counter(name for (name, *document), matched in documents.items() if matched < documents["exact", *document])
    assert 50 >= wrong["Base"] > wrong["R"] > wrong["S"] > wrong["S+4R"] > wrong["S+9R"] >= 0
    assert wrong["Base"] > 40 and wrong["S"] > 20 and wrong["S+4R"] > 2


if __name__ == "__main__":
    for name, made in annotator_files(annotated_by(CONSENSUS)).items():
        (FOLDER / f"{name.lower()}.amr").write_text(made, encoding="utf-8")
