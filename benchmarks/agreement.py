"""Whether the two checkers of certificates say the same, of what holds and of what does not."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable

from benchmarks.common import table
from benchmarks.veripb import Question, branching_pairs, graded_pairs
from smatchproof.alignment import SolveParams, build_problem
from smatchproof.exact import exact
from smatchproof.exact.certificate import certificate
from smatchproof.scoring.verified_checker import find_checker
from tests.exact.attacks import FOLDER
from tests.proofs.agreement import byte_mutants, differences, json_mutants, proof_mutants, refusal

MUTANTS = 33_334
"""Of each kind, so 100,002 in all."""
_SEED = 12
_TEXT = """\
Each line is checked by `checker.py` and by `smatchproof-checker`, which is made of the Coq proofs. Seconds of CPU for
both, with a process for each line that is refused. The files are those of `tests/exact/certificates`: what holds, what
does not, what is malformed. The mutants are those of `python -m tests.proofs.agreement`."""


def two_checkers() -> str:
    """How many lines of each kind both accept and both refuse, and where they differ."""
    rows = []
    for name, lines in _kinds():
        before = os.times()
        held = sum(refusal(line) is None for line in lines)
        differing = sum(1 for _ in differences(find_checker(), lines))
        after = os.times()
        seconds = sum(after[:4]) - sum(before[:4])
        rows.append([name, len(lines), held, len(lines) - held, differing, round(seconds)])
        assert not differing, name
    return f"{_TEXT}\n\n{table(['what', 'lines', 'hold', 'do not', 'differences', 's'], rows)}"


def _kinds() -> Iterable[tuple[str, list[bytes]]]:
    files = sorted(FOLDER.glob("*/*.jsonl"))
    yield f"{len(files)} files of the tests", [line for file in files for line in file.read_bytes().splitlines()]
    yield "50 digraph pairs that branch", [_certificate(pair) for pair in itertools.islice(branching_pairs(), 50)]
    yield "50 graded pairs", [_certificate(pair) for pair in itertools.islice(graded_pairs(), 50)]
    yield "mutants of proofs and claims", proof_mutants(MUTANTS, _SEED)
    yield "mutants of JSON", json_mutants(MUTANTS, _SEED)
    yield "mutants of bytes", byte_mutants(MUTANTS, _SEED)


def _certificate(question: Question) -> bytes:
    left, right, signature, duplicates, similarities = question
    problem = build_problem(left, right, duplicates, similarities)
    solution = exact(problem, SolveParams(proof=True))
    return certificate("pair", signature, left, right, problem, solution, similarities).encode()
