"""Proofs for VeriPB: their sizes beside those of certificates, and what it takes to write and to check them."""

from __future__ import annotations

import itertools
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from benchmarks.common import corpus, table
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.lab.reductions.from_smatch.opb import OpbFromSmatch
from smatchproof.lab.reductions.from_smatch.veripb import proof_lines
from smatchproof.problem.proof import Branch
from smatchproof.public import (
    Corpus,
    Duplicates,
    Grading,
    Similarities,
    SolveParams,
    TripleGraph,
    build_problem,
    certificate,
    check_pairing,
    check_text,
    convention,
    exact,
    pair_blocks,
)
from smatchproof.similarity.similarity import TableSimilarity
from tests.lab.reductions.test_veripb import spoil
from tests.lab.reductions.veripb_checker import check

_NOTES = """\
Medians; bytes and milliseconds. Every proof (`.pbp`, format 3.0) was accepted by the checker of the tests, in Python.
"By VeriPB" is the whole process of VeriPB 0.3 on format 1.1, which accepted them too; it says "not there" where this
table is made without it. The graded pairs are real, their similarities random. Proofs of small pairs were spoilt until
the checker of the tests had refused 1,000; of {accepted} that it accepted, none says what is false
(tests/lab/reductions/test_veripb.py).

"""
_Result = TypeVar("_Result")


class Question(NamedTuple):
    """A pair of graphs and what is counted."""

    left: TripleGraph
    right: TripleGraph
    signature: str
    duplicates: Duplicates
    similarities: Similarities | None = None


class Measured(NamedTuple):
    """Bytes and milliseconds of a pair."""

    certificate: int
    opb: int
    proof: int
    write: float
    check_certificate: float
    check_proof: float
    veripb: float | None


def proofs_for_veripb() -> str:
    """Sizes and times, by kind of pair."""
    path = shutil.which("veripb")
    kinds = {
        "para dev main": list(_real_pairs()),
        "50 digraph pairs that branch": list(itertools.islice(branching_pairs(), 50)),
        "50 graded pairs": list(itertools.islice(graded_pairs(), 50)),
    }
    rows: list[list[object]] = []
    for name, questions in kinds.items():
        measured = [_measure(question, path) for question in questions]
        ratio = sum(each.proof for each in measured) / sum(each.certificate for each in measured)
        medians = [statistics.median(each[column] for each in measured) for column in range(6)]  # type: ignore[type-var]
        sizes = [round(size) for size in medians[:3]]  # type: ignore[arg-type]
        real = [each.veripb for each in measured if each.veripb is not None]
        by_veripb: object = statistics.median(real) if real else "not there"
        largest = max(each.proof for each in measured)
        rows.append([name, len(measured), *sizes, largest, ratio, *medians[3:], by_veripb])
    header = ["what", "pairs", "certificate", "`.opb`", "`.pbp`", "largest `.pbp`", "all `.pbp` : certificates"]
    header += ["write `.pbp`", "check certificate", "check `.pbp`", "by VeriPB"]
    refused, spoilt = spoil(1000, seed="spoilt")
    return _NOTES.format(accepted=spoilt.total() - refused.total()) + table(header, rows)


def _measure(question: Question, veripb: str | None) -> Measured:
    left, right, signature, duplicates, similarities = question
    problem = build_problem(left, right, duplicates, similarities)
    solution = exact(problem, SolveParams(proof=True))
    line = str(certificate("pair", signature, left, right, problem, solution, similarities))
    _, checking_certificate = _timed(lambda: check_text(line))
    reduction = OpbFromSmatch.apply(problem)
    opb = reduction.text()
    proof, writing = _timed(lambda: "".join(f"{line}\n" for line in proof_lines(reduction, solution)))
    bounds, checking_proof = _timed(lambda: check(opb, proof))
    assert bounds == (-solution.matched, -solution.matched)
    by_veripb = _by_veripb(veripb, opb, proof) if veripb else None
    return Measured(len(line), len(opb), len(proof), writing, checking_certificate, checking_proof, by_veripb)


def _by_veripb(path: str, opb: str, proof: str) -> float:
    """The milliseconds of the whole process, for version 3. It must accept."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "pair.opb", Path(folder) / "pair.pbp"
        for file, text in zip(files, (opb, f"{proof}\n"), strict=True):
            file.write_text(text, encoding="utf-8")
        command = [path, *map(str, files)]
        return _timed(lambda: subprocess.run(command, check=True, capture_output=True))[1]


def _timed(work: Callable[[], _Result]) -> tuple[_Result, float]:
    start = time.perf_counter()
    result = work()
    return result, 1000 * (time.perf_counter() - start)


def _real_pairs() -> Iterator[Question]:
    rule = convention("smatch")
    _, left_file, right_file = corpus("para dev main")
    with Corpus(left_file) as left, Corpus(right_file) as right:
        for blocks in pair_blocks(left, right, check_pairing(left, right)[1]):
            graphs = [rule.triples(block.parse()) for block in blocks]
            yield Question(graphs[0], graphs[1], rule.signature, rule.duplicates)


def branching_pairs() -> Iterator[Question]:
    """Pairs of digraphs whose proofs branch, without end."""
    for seed in itertools.count(1):
        left, right = random_digraph_pair(8, 3, 1, 1, seed)
        solution = exact(build_problem(left, right, Duplicates.SET), SolveParams(proof=True))
        if solution.proof and any(isinstance(node, Branch) for node in solution.proof):
            yield Question(left, right, "conv:digraph|dup:set|top:none", Duplicates.SET)


def graded_pairs() -> Iterator[Question]:
    """Real pairs; how similar their concepts are is drawn at random, since nothing here depends on meaning."""
    questions = list(itertools.islice(_real_pairs(), 50))
    words = [sorted({each.value for graph in pair for each in graph.attributes}) for pair in _sides(questions)]
    rng = random.Random(0)
    pairs = (pair for pair in itertools.product(words[0], words[1]) if pair[0] != pair[1] and rng.random() < 0.2)
    values = {pair: rng.uniform(0.5, 1) for pair in pairs}
    grading = Grading(TableSimilarity(values, symmetric=False, name="random"))
    for left, right, signature, duplicates, _ in questions:
        yield Question(left, right, f"{signature}|{grading.signature}", duplicates, grading.similarities(left, right))


def _sides(questions: list[Question]) -> tuple[list[TripleGraph], list[TripleGraph]]:
    return [question.left for question in questions], [question.right for question in questions]
