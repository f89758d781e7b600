"""The mutants that the checkers are compared on tell a wrong checker in Python from a right one."""

import json
import random
import tomllib
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.stress.proofs.lacks import certificates
from benchmarks.stress.proofs.mutants import RULES, Record, mutants, mutants_of_optima, rule_of
from smatchproof.exact import checker
from smatchproof.exact.checker import Refused, check


def refusal(line: str | bytes) -> str | None:
    """Why the Python checker refuses it, if it does."""
    try:
        check(line)
    except Refused as refused:
        return str(refused)
    return None


def verdict(line: str, module: ModuleType = checker) -> str | None:
    """The further claims that are proved if the Python checker, which may have a slip, accepts the line."""
    try:
        links = module.check(line)["links"]
    except (module.Refused, KeyError, IndexError, ValueError):  # the last three are a slip's
        return None
    return f"accepted, with {None if links is None else [*map(sorted, links)]}"


# ---- mutants of small certificates


QUICK, SEED, OF_OPTIMA = 3_000, 6, 1_200


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
"""Couples of a right and a wrong text in a file, by file; some are about all optima."""


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


@pytest.fixture(scope="module")
def some_lacks() -> list[tuple[str, str | None]]:
    """Certificates by the node lack, and why they are refused, if they are."""
    lines = [json.dumps(record) for record, _ in certificates(random.Random(SEED), 2 * QUICK)]
    return [(line, refusal(line)) for line in lines]


@pytest.mark.coq
@pytest.mark.parametrize(("right", "wrong"), [*map(tuple, SLIPS["lack"])])
def test_a_slip_about_lacks_would_be_noticed(some_lacks, right, wrong):
    """With one thing wrong in it, the Python checker judges some certificate otherwise."""
    slipped = with_a_slip(right, wrong)
    assert any((verdict(line, slipped) is None) is not bool(why) for line, why in some_lacks)


def with_a_slip(right: str, wrong: str) -> ModuleType:
    """The Python checker with one thing wrong in it."""
    text = Path(checker.__file__).read_text(encoding="utf-8")
    assert right in text, f"{checker.__file__} has changed: name another slip here"
    slipped = ModuleType(checker.__name__)
    exec(compile(text.replace(right, wrong), "slipped", "exec"), slipped.__dict__)
    return slipped
