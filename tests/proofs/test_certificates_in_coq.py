"""The checker in Python and the one that is proved right in Coq give the same answers.

That smatchproof/exact/checker.py accepts what ``check_copies`` of ``proofs/Certificate.v`` and ``check_graded`` of
``proofs/Graded.v`` accept is not proved. Here both judge the same certificates: those of the shipped samples, the
files of tests/exact/certificates, and mutants.

Certificates about all optima have no terms: test_verified_checker.py compares them with the program that is made of
``judge`` in ``proofs/Checker.v``. What is here is whether their mutants would tell a wrong checker from a right one.
"""

import json
import tomllib
from collections import Counter
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.stress.proofs.mutants import Record, mutants, mutants_of_optima, rule_of
from smatchproof.cli import main
from smatchproof.exact import checker
from smatchproof.exact.checker import Refused, check
from tests.exact.attacks import FOLDER
from tests.proofs.in_coq import RULES, NotInCoq, answers, needs_coq, term


@pytest.fixture(scope="module")
def in_coq(development, tmp_path_factory):
    """A function from terms to the answers of Coq."""
    proofs, run = development
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    return lambda terms: answers(terms, proofs, tmp_path_factory.mktemp("asked"))


def refusal(line: str | bytes) -> str | None:
    """Why the Python checker refuses it, if it does."""
    try:
        check(line)
    except Refused as refused:
        return str(refused)
    return None


def verdict(line: str, module: ModuleType = checker) -> str | None:
    """What is proved besides if the Python checker, which may have a slip, accepts the line."""
    try:
        links = module.check(line)["links"]
    except (module.Refused, KeyError, IndexError, ValueError):  # the last three are a slip's
        return None
    return f"accepted, with {None if links is None else [*map(sorted, links)]}"


# ---- the shipped samples


def sample_certificates(samples: Path, folder: Path, *options: str) -> list[str]:
    """The certificates that ``smatchproof score`` writes for the samples."""
    file = folder / "certificates.jsonl"
    names = [str(samples / f"annotator-{name}.amr") for name in "ab"]
    assert main(["score", *names, "--certificates", str(file), "--jobs", "1", *options]) == 0
    return file.read_text(encoding="utf-8").splitlines()


@needs_coq
def test_the_samples_are_accepted(samples, tmp_path, in_coq):
    lines = sample_certificates(samples, tmp_path)
    assert len(lines) >= 20
    assert in_coq([term(json.loads(line)) for line in lines]) == [True] * len(lines)


# ---- the files

FILES = {path.stem: path for path in sorted(FOLDER.glob("*/*.jsonl"))}

READ_ONLY = {
    "another-format": "proof: not a list of nodes",  # format 5 has them below the certificate
    "another-pairs-hash": "sha256 does not fit",
    "duplicate-key": "a key is given twice",
    "key-unknown": "keys missing or unknown: trust",
    "older-format": "the format is not",
    "similarity-that-the-convention-does-not-name": "similarities and a convention that does not say so",
    "similarity-that-the-convention-only-names": "similarities and a convention that does not say so",
}
"""What Python refuses for something that Coq does not read: its term is accepted."""

MALFORMED_WITH_TERM = {
    *("another-format", "duplicate-key", "key-unknown", "older-format"),
    *("multiplier-huge", "star-given-twice", "star-of-a-pair-out-of-range", "star-with-a-line-out-of-range"),
    *("too-many-rows", "too-many-columns", "variable-out-of-range"),
}
"""What is wrong with the other malformed files cannot be written as a term: they are about reading only."""

NO_TERM = {*("alignment-with-a-negative-variable", "counted-twice", "counted-below-a-branch")}

HEAVY = {*(f"heavy-{rule}" for rule in RULES), "heavy-multiset-of-31-bits"}
"""Correct, but a term lists each copy."""

TOO_LARGE = {"nested-branches-that-never-end", "ten-thousand-nested-branches"}


def shortened(record: dict, nodes: int = 9_960) -> dict:
    """The record with so many nodes less in every long run of equal nodes."""
    runs = [list(run) for _, run in groupby(record["proof"])]
    return record | {"proof": [node for run in runs for node in run[: max(1, len(run) - nodes)]]}


def line_of(name: str) -> bytes:
    line = FILES[name].read_bytes().removesuffix(b"\n")
    return json.dumps(shortened(json.loads(line))).encode() if name in TOO_LARGE else line


def terms_of_files() -> dict[str, str]:
    """The files that can be written as terms, to a reader that asks for nothing but JSON."""
    terms = {}
    for name in FILES:
        with suppress(NotInCoq, ValueError, RecursionError):
            terms[name] = term(json.loads(line_of(name)))
    return terms


def test_which_files_have_a_term():
    """All but malformed ones and those of `NO_TERM`, which Python refuses, and heavy ones."""
    assert len(FILES) == len(list(FOLDER.glob("**/*.jsonl")))
    malformed = {name for name, path in FILES.items() if path.parent.name == "malformed"}
    terms = terms_of_files().keys()
    assert terms == FILES.keys() - malformed - NO_TERM - HEAVY | MALFORMED_WITH_TERM
    assert {name for name in FILES.keys() - terms if not refusal(line_of(name))} == HEAVY


@needs_coq
def test_the_files_get_the_same_answers(in_coq):
    terms = terms_of_files()
    refusals = {name: refusal(line_of(name)) for name in terms}
    accepted = {name for name, answer in zip(terms, in_coq([*terms.values()]), strict=True) if answer}
    assert accepted == {name for name in terms if not refusals[name]} | READ_ONLY.keys()
    for name, words in READ_ONLY.items():
        assert words in refusals[name]


# ---- mutants of small certificates

QUICK, SEED, FOR_COQ, OF_OPTIMA = 3_000, 6, 600, 1_200


def compare(records: list[Record], in_coq) -> None:
    """Both checkers give the same answer to each of these."""
    refusals = [refusal(json.dumps(record)) for record in records]
    found = in_coq([term(record) for record in records])
    different = [
        f"Python: {why or 'accepted'}; Coq: {answer}: {json.dumps(record)}"
        for record, why, answer in zip(records, refusals, found, strict=True)
        if answer is bool(why)
    ]
    assert not different, f"{len(different)} of {len(records)} differ, such as\n" + "\n".join(different[:3])


@pytest.fixture(scope="module")
def some_mutants() -> list[Record]:
    return mutants(QUICK, SEED)


@pytest.fixture(scope="module")
def some_refusals(some_mutants) -> list[tuple[str, str | None]]:
    """Each as a line, and why it is refused, if it is."""
    return [(line, refusal(line)) for line in map(json.dumps, some_mutants)]


@pytest.fixture(scope="module")
def some_optima() -> list[tuple[str, str | None]]:
    """Mutants of certificates about all optima, and what is said of them."""
    lines = [json.dumps(mutant) for mutant, _ in mutants_of_optima(OF_OPTIMA, SEED)]
    return [(line, verdict(line)) for line in lines]


@needs_coq
def test_mutants_get_the_same_answers(some_mutants, in_coq):
    compare(some_mutants[:FOR_COQ], in_coq)


# ---- whether these mutants would tell a wrong checker from a right one: asked where they are compared in Coq, too


@pytest.mark.coq
def test_the_mutants_are_of_every_sort(some_mutants, some_refusals):
    """Under each rule, graded, with each kind of node, refused and not; and refused for every reason there is."""
    sorts = Counter(
        (sort, why is None)
        for mutant, (_, why) in zip(some_mutants, some_refusals, strict=True)
        for sort in {rule_of(mutant), *(node[0] for node in mutant["proof"]), *mutant}
    )
    expected = ("similarity", "leaf", "fix", "branch", "empty", *RULES)
    assert min(sorts[sort, answer] for sort in expected for answer in (True, False)) >= QUICK // 25, sorts
    rarer = ("count", "step", "at_most")
    assert min(sorts[sort, answer] for sort in rarer for answer in (True, False)) >= QUICK // 100, sorts
    conditions = [f"({name})" for name in ("C1", "C2", "C3", "I1", "I2", "I3", "I4")]
    reasons = (*conditions, "(count)", "the step", "similarity:", "not empty", "has ended", "is it cut off")
    counted = {reason: sum(reason in why for _, why in some_refusals if why) for reason in reasons}
    assert min(counted.values()) >= 3, counted


SLIPS = tomllib.loads(Path(__file__).with_name("slips.toml").read_text(encoding="utf-8"))
"""What stands in a file, and what might; and what is about all optima."""


@pytest.mark.coq
@pytest.mark.parametrize(("right", "wrong"), [*map(tuple, SLIPS["checker"])])
def test_a_slip_of_the_checker_would_be_noticed(some_refusals, right, wrong):
    """With one thing wrong in it, the Python checker judges some mutant otherwise."""
    slipped = with_a_slip(right, wrong)
    assert any((verdict(line, slipped) is None) is not bool(why) for line, why in some_refusals)


@pytest.mark.coq
@pytest.mark.parametrize(("right", "wrong"), [*map(tuple, SLIPS["optima"])])
def test_a_slip_about_all_optima_would_be_noticed(some_optima, right, wrong):
    """With one thing wrong in it, the Python checker judges some mutant otherwise, or names other links."""
    slipped = with_a_slip(right, wrong)
    assert any(verdict(line, slipped) != said for line, said in some_optima)


def with_a_slip(right: str, wrong: str) -> ModuleType:
    """The Python checker with one thing wrong in it."""
    text = Path(checker.__file__).read_text(encoding="utf-8")
    assert right in text, f"{checker.__file__} has changed: name another slip here"
    slipped = ModuleType(checker.__name__)
    exec(compile(text.replace(right, wrong), "slipped", "exec"), slipped.__dict__)
    return slipped
