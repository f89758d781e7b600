"""A campaign against the solver and the checker (see :mod:`benchmarks.stress.campaigns`).

    python -m benchmarks.stress.exact.campaign --pairs 1000000 --mutants 1000000 --seed 1 --shard 0/2 --state FILE
    python -m benchmarks.stress.exact.campaign --report FILE...

Each pair is a random question whose optimum brute force tells straight from the triples (:mod:`.oracle`):
two AMRs under every convention, TOP, rule for duplicates and metric in turn (:mod:`.written_pairs`), or
triples that no convention makes. It is solved in one of several ways, some with the root crippled so that the tree
decides, some by the linear programs of documents: plain, with proof, with limits, in small numbers so that the compiled
search has to lower its scale or is too small; or it is asked whether so much can be matched; or it is scored as a
whole. An answer is wrong if its alignment is not worth what it says, if its interval does not hold the optimum, if it
decides wrongly, or if the checker refuses its proof; a score also if it is not certified.

Each mutant is a certificate of such a question, changed in one to four places of its JSON: types, numbers, deletions,
copies and swaps at every depth, parts of other certificates, other signatures; three of four are hashed again. Then the
checker is asked. What it accepts is judged by the question that the mutant itself asks: it is falsely accepted if brute
force finds the claim wrong.
"""

import copy
import json
import pickle
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from typing import Any
from unittest.mock import patch

from benchmarks.stress.campaigns import Campaign, Kind, Outcome, Verdict, wrong_if
from benchmarks.stress.exact.oracle import Asked, optimum, random_question, value
from benchmarks.stress.exact.written_pairs import COMBINATIONS, combination, written_pair
from smatchproof.exact.checker import check
from smatchproof.exact.core import is_compiled
from smatchproof.exact.outline import outline
from smatchproof.exact.search.lp_node import Patience
from smatchproof.public import (
    Attribute,
    Counts,
    Duplicates,
    Graph,
    Refused,
    Relation,
    ScoreSettings,
    Similarities,
    SolveParams,
    Status,
    TripleGraph,
    build_problem,
    certificate,
    exact,
)
from smatchproof.scoring.metrics.smatch import score_pair
from smatchproof.scoring.pairs.comparison import ClaimStatus
from smatchproof.similarity.grading import Label
from tests.exact.attacks import rehashed

SEARCHED = (
    "plain",
    "proof",
    "node limit",
    "time limit",
    "outline",
    "tree",
    "tree with proof",
    "tree with limits",
    "small",
    "document",
    "document with proof",
    "document with limits",
    "decision",
    "decision with proof",
)
WAYS = (*SEARCHED, "score")
POOL = 300
"""Mutants are made of so many certificates before new ones are taken."""


SEARCH = "smatchproof.exact.search"


def crippled(rng: random.Random, *, limit: int | None = None) -> dict[str, Any]:
    """Settings that leave nothing to the root: one step or none, weak heuristics, the compiled search at once."""
    plain = f"{SEARCH}.star_search"
    is_alone = limit is not None or not is_compiled()
    changes: dict[str, Any] = {
        f"{plain}.ROOT_STEPS": max(rng.randrange(2), is_alone),  # alone, it needs one to see that it is done
        f"{plain}.LARGE": 20,
    }
    patience = Patience(1, 8, rng.choice((3, 20)))
    weak = {"ROOT_ITERATIONS": 1, "ROOT_ROUNDS": 1, "NODE_ROUNDS": 1, "PATIENCE": patience, "BLOCK_PATIENCE": patience}
    changes |= {f"{SEARCH}.lp_node.{name}": value for name, value in (weak | {"BLOCK_ROUNDS": 1}).items()}
    changes[f"{SEARCH}.incumbent.MOST_STARTS"] = 1
    if limit is not None:
        changes[f"{SEARCH}.limits.LIMIT"] = limit
    return changes


def as_documents(rng: random.Random) -> dict[str, Any]:
    """Settings with which problems of any size go to the linear programs of documents, half of them to poor ones."""
    changes: dict[str, Any] = {"smatchproof.exact.certified.LARGE": -1}
    changes[f"{SEARCH}.documents.document_node.BEST_OF_LINE"] = rng.randrange(3)
    poor = ("ROOT_ITERATIONS", "ROUNDS", "MOST_ITERATIONS", "MOST_OPEN", "FIXED_SHARE")
    if rng.random() < 0.5:
        changes |= {f"{SEARCH}.documents.document_search.{name}": 1 for name in poor}
    return changes


def solved(asked: Asked, way: str, rng: random.Random, at_least: int | None = None):
    """The problem and its solution in that way; no problem for an outline."""
    if way == "outline":
        return None, outline(asked.left, asked.right, asked.rule, asked.similarities)
    problem = build_problem(asked.left, asked.right, asked.rule, asked.similarities)
    with_proof = "proof" in way or (way not in ("plain", "decision") and rng.random() < 0.7)
    params = SolveParams(proof=with_proof, seed=rng.randrange(10), at_least=at_least)
    if "limit" in way:
        nodes, seconds = (rng.randint(1, 4), None) if "time" not in way else (None, rng.choice((1e-9, 1e-4, 1e-3)))
        params = SolveParams(proof=with_proof, node_limit=nodes, time_limit=seconds)
    kind = rng.choice(("plain", "tree", "document")) if "decision" in way else way
    changes: dict[str, Any] = {}
    if kind == "small" or "tree" in kind:
        changes = crippled(rng, limit=2 ** rng.randint(8, 40) if kind == "small" else None)
    elif "document" in kind:
        changes = as_documents(rng)
    with ExitStack() as stack:
        for name, changed in changes.items():
            stack.enter_context(patch(name, changed))
        return problem, exact(problem, params)


def wrong_case(seed: int, case: int) -> str | None:
    """Return the fault of the answer to a case, if there is one. Half of those that are searched are written AMRs."""
    rng, way = random.Random(f"{seed}/pair/{case}"), WAYS[case % len(WAYS)]
    turn = case // len(WAYS)
    if way == "score":
        return wrong_score(*written_pair(rng, *combination(turn)))
    asked = random_question(rng) if turn % 2 else written_pair(rng, *combination(turn // 2))[0]
    return wrong_answer(asked, way, rng)


def wrong_score(asked: Asked, graphs: list[Graph], settings: ScoreSettings) -> str | None:
    """Return the fault of the score of two AMRs, if there is one."""
    pair, best = score_pair(*graphs, settings), optimum(asked)
    if pair.status is not ClaimStatus.CERTIFIED:
        return f"{pair.status}: {pair.reason}"
    expected = Counts.in_units(best, best, asked.left.size, asked.right.size, asked.unit)
    if pair.counts != expected:
        return f"{pair.counts}, not {expected}"
    places = [{name: place for place, name in enumerate(graph.variables)} for graph in (asked.left, asked.right)]
    partner = {places[0][left]: places[1][right] for left, right in pair.alignment}
    if len({*partner.values()}) != len(partner) or value(asked, partner) != best:
        return f"the alignment {pair.alignment} is not worth {best}"
    return None


def wrong_answer(asked: Asked, way: str, rng: random.Random) -> str | None:
    """Return the fault of the answer to a question, if there is one."""
    best = optimum(asked)
    at_least = max(0, best + rng.randint(-2, 2)) if "decision" in way else None
    problem, solution = solved(asked, way, rng, at_least)
    partner = {i: j for i, j in enumerate(solution.mapping) if j is not None}
    if len(set(partner.values())) != len(partner) or value(asked, partner) != solution.matched:
        return f"the alignment {partner} is not worth {solution.matched}"
    if not solution.matched <= best <= solution.upper_bound:
        return f"{best} is not from {solution.matched} to {solution.upper_bound}"
    if (solution.status is Status.OPTIMAL) != (solution.matched == solution.upper_bound):
        return f"{solution.status}, but from {solution.matched} to {solution.upper_bound}"
    if at_least is not None and not (solution.matched >= at_least or solution.upper_bound < at_least):
        found = f"from {solution.matched} to {solution.upper_bound}"
        return f"{found}, which does not say whether {at_least} can be matched"
    if at_least is None and "limit" not in way and way != "outline" and solution.status is not Status.OPTIMAL:
        return f"{solution.status} without a limit"
    if solution.proof is not None:
        try:
            record = check(
                certificate("", asked.signature, asked.left, asked.right, problem, solution, asked.similarities)
            )
        except Refused as refused:
            return f"the checker refuses the proof: {refused}"
        if (record["matched"], record["at_most"]) != (solution.matched, solution.proved_bound):
            return "the certificate says something else"
    return None


def original(rng: random.Random, heavy: float = 0.0, weights: Sequence[int] = (1, 2, 3, 10**9)) -> dict[str, Any]:
    """The certificate of a random question, most of them with trees, and so large a share of them with weights."""
    while True:
        combined = combination(rng.randrange(len(COMBINATIONS)))
        asked = random_question(rng) if rng.random() < 0.7 else written_pair(rng, *combined)[0]
        if heavy and rng.random() < heavy:
            left, right = (with_weights(graph, rng, weights) for graph in (asked.left, asked.right))
            asked = replace(asked, left=left, right=right)
        way = rng.choice(("proof", "tree with proof", "tree with proof", "outline"))
        problem, solution = solved(asked, way, rng)
        if solution.proof is not None:
            graphs = asked.left, asked.right
            return json.loads(certificate("", asked.signature, *graphs, problem, solution, asked.similarities))


def with_weights(graph: TripleGraph, rng: random.Random, weights: Sequence[int]) -> TripleGraph:
    """The graph with some of these weights of some of its triples."""
    listed = {*graph.attributes, *graph.relations}
    heavy = {triple: rng.choice(weights) for triple in sorted(listed, key=repr) if rng.random() < 0.4}
    return replace(graph, weights=heavy or None)


def places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested lists and dictionaries: what holds it, and the index or key."""
    found = [part]
    while found:
        holder = found.pop()
        for key, entry in enumerate(holder) if isinstance(holder, list) else holder.items():
            yield holder, key
            if isinstance(entry, list | dict):
                found.append(entry)


def mutated(record: bytes, pool: list[bytes], rng: random.Random) -> dict[str, Any]:
    """A certificate with some changes; it and the others come pickled, which is the fastest way to copy them."""
    mutant: dict[str, Any] = pickle.loads(record)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        part = rng.choice((mutant, mutant, mutant["proof"], mutant["left"], mutant["right"]))
        everywhere = [*places(part)] if isinstance(part, list | dict) else []
        if not everywhere or rng.random() < 0.15:
            foreign(mutant, pickle.loads(rng.choice(pool)), rng)
            continue
        holder, key = rng.choice(everywhere)
        change(holder, key, rng)
        if not all(isinstance(mutant.get(name), list | dict) for name in ("proof", "left", "right")):
            break
    return rehashed(mutant) if rng.random() < 0.75 and {"convention", "left", "right"} <= mutant.keys() else mutant


def change(holder: Any, key: Any, rng: random.Random) -> None:
    """One place of a certificate: another number, another type, deleted, doubled or swapped."""
    entry = holder[key]
    way = rng.randrange(6)
    if type(entry) is int and way < 4:
        holder[key] = rng.choice((entry - 1, entry + 1, entry - 1, entry + 1, 0, 1, -entry, 2 * entry, 10**40, True))
    elif way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(entry))
    elif way == 2 and isinstance(holder, list):
        other = rng.randrange(len(holder))
        holder[key], holder[other] = holder[other], holder[key]
    elif way == 3:
        holder[key] = rng.choice((None, [], {}, "x", 0, 1, True, [[]], 1.5))
    elif type(entry) is str:
        holder[key] = rng.choice(
            ("/", "c0", "c1", "r0", "a0", "leaf", "fix", "empty", "count", "dup:product", entry[::-1])
        )
    elif isinstance(entry, list) and entry:
        holder[key] = rng.choice((entry[:-1], entry[1:], entry + entry[-1:], entry[::-1]))


def foreign(mutant: dict[str, Any], other: dict[str, Any], rng: random.Random) -> None:
    """A part of another certificate, another claim, another signature, or a similarity more or less."""
    way = rng.randrange(7)
    if way < 3:
        name = rng.choice(
            ("proof", "left", "right", "alignment", "matched", "similarity", "convention", "step", "at_most")
        )
        mutant.pop(name, None)
        if name in other:
            mutant[name] = other[name]
    elif way == 3:
        mutant["at_most"] = rng.choice((mutant.get("matched", 0), 0, rng.randrange(20)))
    elif way == 4:
        mutant["step"] = rng.choice((1, 2, 3, 6, 1000))
    elif way == 5:
        rule = rng.choice(("set", "multiset", "product"))
        mutant["convention"] = f"dup:{rule}" + ("|sim:any" if rng.random() < 0.5 else "")
    else:
        pairs = [["/", "c0", "c1", 1], ["/", "c1", "c0", 1]]
        mutant["similarity"] = {"denominator": rng.choice((1, 2, 6)), "pairs": rng.sample(pairs, rng.randint(0, 2))}


def question_of(record: dict[str, Any]) -> Asked:
    """The question that a certificate asks."""
    graphs = []
    for side in ("left", "right"):
        part = record[side]
        attributes = tuple(Attribute(*_kind(role), at, word) for role, at, word in all_copies(part["attributes"]))
        relations = tuple(Relation(role, source, target) for role, source, target in all_copies(part["relations"]))
        if "dup:set" in record["convention"].split("|"):
            relations = tuple(dict.fromkeys(relations))
        graphs.append(TripleGraph(tuple(part["variables"]), attributes, relations))
    [rule] = [part[4:] for part in record["convention"].split("|") if part.startswith("dup:")]
    if "similarity" not in record:
        return Asked(*graphs, Duplicates(rule), None)
    listed = record["similarity"]["pairs"]
    worth = {(Label(*_kind(role), x), Label(*_kind(role), y)): n for role, x, y, n in listed}
    return Asked(*graphs, Duplicates(rule), Similarities(record["similarity"]["denominator"], worth))


def all_copies(triples: list[list[Any]]) -> list[list[Any]]:
    """Each triple as often as its weight says, which a change may have put there."""
    return [triple[:3] for triple in triples for _ in range(triple[3] if len(triple) == 4 else 1)]


def _kind(role: str) -> tuple[Any, str]:
    return {"/": ("instance", "instance"), "/TOP": ("TOP", "TOP")}.get(role, ("attribute", role))


def falsely_accepted(mutant: dict[str, Any]) -> bool | None:
    """Test whether the checker accepts what is wrong; ``None`` if it refuses."""
    try:
        return is_false(check(json.dumps(mutant)))
    except Refused:
        return None


def is_false(record: dict[str, Any]) -> bool:
    """Test whether brute force contradicts a certificate that the checker has accepted."""
    asked = question_of(record)
    partner = dict(record["alignment"])
    is_alignment = len(set(partner.values())) == len(partner) == len(record["alignment"])
    sizes = [
        len({*g.attributes, *g.relations}) if asked.rule is Duplicates.SET else g.size
        for g in (asked.left, asked.right)
    ]
    is_true = is_alignment and value(asked, partner) == record["matched"] and sizes == record["sizes"]
    return not (is_true and optimum(asked) <= record["at_most"])


def pair_case(number: int, seed: int) -> Outcome:
    """One question, solved in one of the ways."""
    return wrong_if(WAYS[number % len(WAYS)], wrong_case(seed, number))


def mutant_case(number: int, seed: int) -> Outcome:
    """One changed certificate."""
    pool, rng = _pool(seed, number // (POOL * 100)), random.Random(f"{seed}/mutant/{number}")
    mutant = mutated(rng.choice(pool), pool, rng)
    verdict = falsely_accepted(mutant)
    if verdict is None:
        return Outcome("changed", Verdict.REFUSED)
    return wrong_if("changed", f"accepted: {json.dumps(mutant)}" if verdict else None)


@lru_cache(maxsize=1)
def _pool(seed: int, batch: int) -> list[bytes]:
    """The certificates that a batch of mutants is made of."""
    records = (original(random.Random(f"{seed}/original/{batch}/{number}")) for number in range(POOL))
    return [pickle.dumps(record) for record in records]


CAMPAIGN = Campaign(
    "benchmarks.stress.exact.campaign",
    "Random pairs against brute force, and changed certificates",
    f"Half of the pairs are AMRs, under all {len(COMBINATIONS)} combinations of convention, TOP, rule for duplicates "
    "and metric in turn, half are other triples; a pair is true if brute force finds the same. A changed certificate "
    "is true if the checker accepts it and what it claims is true of what it is about.",
    (Kind("pairs", f"{__name__}:pair_case", 1_000_000), Kind("mutants", f"{__name__}:mutant_case", 1_000_000)),
)


if __name__ == "__main__":
    sys.exit(CAMPAIGN.main(sys.argv[1:]))
