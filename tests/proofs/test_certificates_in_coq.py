"""The checker in Python and the one that is proved right in Coq give the same answers.

That smatchproof/exact/checker.py accepts what ``check_copies`` of ``proofs/Certificate.v`` and ``check_graded`` of
``proofs/Graded.v`` accept is not proved. Here both judge the same certificates: those of the shipped samples, the
files of tests/exact/certificates, and mutants.
"""

import json
import random
import shutil
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import ModuleType

import pytest

from smatchproof.cli import main
from smatchproof.conventions.triples import Duplicates, Relation, TripleGraph
from smatchproof.exact import checker, exact as solve, older_formats
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import Refused
from smatchproof.exact.older_formats import check
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from smatchproof.similarity.grading import Label, Similarities
from tests.exact.attacks import FOLDER, rehashed
from tests.exact.forms import (
    FORMATS,
    changed,
    duals_on,
    has_duals,
    in_format,
    is_short,
    places_of_duals,
    problem_of,
    question_of,
    scaled,
    versions_of,
    without_star,
)
from tests.exact.random_pairs import random_pair
from tests.exact.random_proofs import random_proof
from tests.exact.test_checker import mutate
from tests.proofs.in_coq import RULES, NotInCoq, answers, term

needs_coq = pytest.mark.skipif(
    not shutil.which("coqc") or not shutil.which("make"),
    reason="coqc or make is not installed (Debian packages coq, make): nothing was compared with the proved checker",
)


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


@needs_coq
@pytest.mark.stress
@pytest.mark.parametrize("convention", ["smatch-1.0.4", "smatchpp-generic", "paper"])
def test_the_samples_are_accepted_under_every_convention(samples, tmp_path, in_coq, convention):
    lines = sample_certificates(samples, tmp_path, "--convention", convention)
    assert len(lines) >= 20
    assert in_coq([term(json.loads(line)) for line in lines]) == [True] * len(lines)


# ---- the files

FILES = {path.stem: path for path in sorted(FOLDER.glob("*/*.jsonl"))}
FILES |= {f"older-{path.stem}": path for path in sorted(FOLDER.glob("older/*/*.jsonl"))}

READ_ONLY = {
    "another-format": "the format is not",
    "another-pairs-hash": "sha256 does not fit",
    "duplicate-key": "a key is given twice",
    "key-unknown": "keys missing or unknown: trust",
    "counted-in-the-old-format": "neither leaf, fix, branch nor empty",
    "older-counted-in-the-old-format": "neither leaf, fix, branch nor empty",
    "older-step-in-the-old-format": "keys missing or unknown: step",
    "older-weight-in-the-old-format": "malformed: a list of 4",
    "similarity-that-the-convention-does-not-name": "similarities and a convention that does not say so",
    "similarity-that-the-convention-only-names": "similarities and a convention that does not say so",
}
"""What Python refuses for something that Coq does not read: its term is accepted."""

MALFORMED_WITH_TERM = {
    *("another-format", "duplicate-key", "key-unknown"),
    *("multiplier-huge", "star-given-twice", "star-of-a-pair-out-of-range", "star-with-a-line-out-of-range"),
    *("too-many-rows", "too-many-columns", "variable-out-of-range"),
}
"""What is wrong with the other malformed files cannot be written as a term: they are about reading only."""

NO_TERM = {
    *("alignment-with-a-negative-variable", "counted-twice", "counted-below-a-branch", "step-in-the-old-format"),
    *(f"older-{name}" for name in ("leaf-too-short", "leaf-of-strings", "row-without-its-dual")),
}

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

Record = dict
QUICK, SEED, FOR_COQ = 2_000, 5, 600


def originals(number: int, rng: random.Random) -> list[Record]:
    """Certificates of small pairs: labelled graphs under every rule, with graded matches or not, and bare digraphs.

    Some proofs are the solver's, some are random. Half of the certificates are of format 4, the others of those formats
    before it that can say the same.
    """

    def digraph() -> TripleGraph:
        arcs = rng.sample([(a, b) for a in range(4) for b in range(4) if a != b], rng.randrange(3, 8))
        return TripleGraph(tuple("abcd"), (), tuple(Relation("e", *arc) for arc in arcs))

    found: list[Record] = []
    while len(found) < number:
        bare = rng.random() < 0.2
        left, right, rule = (digraph(), digraph(), Duplicates.SET) if bare else random_pair(rng)
        graded = None if rng.random() < 0.6 else similarities(left, right, rng)
        as_sets = rule is Duplicates.SET and graded is not None  # a copy would count: it forbids a graded match
        again = twice if rule is not Duplicates.SET and rng.random() < 0.5 else lambda graph: with_repeats(graph, rng)
        pair = [graph if as_sets else again(graph) for graph in (left, right)]
        problem = build_problem(*((left, right) if rule is Duplicates.SET else pair), rule, graded)
        solution = solve(problem, SolveParams(proof=True))
        if left.variables and right.variables and (solution.matched or rng.random() < 0.3):
            counted = f"dup:{rule}" + ("|sim:test" if graded else "")
            if rng.random() < 0.4:
                solution = replace(solution, proof=random_proof(problem, solution.matched, rng))
            record = json.loads(certificate("", counted, *pair, problem, solution, graded))
            found.append(in_format(record, rng.choice(versions_of(record))) if len(found) % 2 else record)
    return found


def similarities(left: TripleGraph, right: TripleGraph, rng: random.Random) -> Similarities:
    """Similarities of some of the values that two graphs have, and of some that they have not."""
    labels = [sorted({Label(a.kind, a.role, a.value) for a in graph.attributes}) for graph in (left, right)]
    labels[1].append(Label("instance", "instance", "stranger"))
    couples = [(x, y) for x in labels[0] for y in labels[1] if x != y and x[:2] == y[:2] and rng.random() < 0.5]
    unit = rng.choice((1, 2, 3, 10, 1_000_000))
    return Similarities(unit, {couple: rng.randrange(1, unit + 1) for couple in couples})


def with_repeats(graph: TripleGraph, rng: random.Random) -> TripleGraph:
    """The graph with a triple or two once more; under the rule "set" that counts for nothing, unless graded."""
    more = [tuple(rng.sample(part, min(len(part), rng.randrange(3)))) for part in (graph.attributes, graph.relations)]
    return TripleGraph(graph.variables, graph.attributes + more[0], graph.relations + more[1])


def twice(graph: TripleGraph) -> TripleGraph:
    """The graph with every triple once more, so that all values are even."""
    return TripleGraph(graph.variables, 2 * graph.attributes, 2 * graph.relations)


def copied(record: Record) -> Record:
    return json.loads(json.dumps(record))


def sizes(record: Record) -> list[int]:
    return [len(record[side]["variables"]) for side in ("left", "right")]


def pairs_of(record: Record) -> list[tuple[int, int]]:
    """The pairs with weight."""
    return [*problem_of(record).candidates]


def rule_of(record: Record) -> str:
    return next(part[4:] for part in record["convention"].split("|") if part.startswith("dup:"))


def bound_of(record: Record) -> int:
    return record.get("at_most", record["matched"])


def grown(record: Record, rng: random.Random) -> Record:
    """Another tree that proves the same, in most cases: a leaf becomes a subtree or another leaf."""
    proof = record["proof"]
    places = [place for place, node in enumerate(proof) if node[0] == "leaf"]
    pairs = pairs_of(record)
    if not pairs and rng.random() < 0.5:
        return record | {"proof": [["fix", 1, [], [], []], ["empty"]]}  # nothing is listed, so nothing is required
    if not places or not pairs or rng.random() < 0.1:
        pairs = [(rng.randrange(sizes(record)[0]), rng.randrange(sizes(record)[1]))]
    if not places:
        return record
    place, p = rng.choice(places), rng.choice(pairs)
    rivals = [q for q in pairs if (q[0] == p[0]) != (q[1] == p[1])]
    leaf, q, rival = proof[place], rng.choice(pairs), rng.choice(rivals or pairs)
    amount = rng.choice((-6, -3, -1, 1, 3, 6))
    subtree = rng.choice(
        (
            [["branch", *p], leaf, leaf],
            [["branch", *p], leaf, ["branch", *p], ["empty"], leaf],  # forced and forbidden
            [["branch", *p], ["branch", *q], leaf, leaf, leaf],
            [["branch", *p], ["branch", *rival], ["empty"], leaf, leaf],  # empty, as the two compete
            [["branch", *p], changed(record, changed(record, leaf, 0, p[0], -amount), 1, p[1], amount), leaf],
            [["branch", *p], leaf, without_star(record, leaf, p)],
            [["branch", *p], without_star(record, leaf, q), leaf],
            [["fix", *leaf[1:]], leaf],
            [["fix", *leaf[1:]], ["empty"]],
            [raised(record, leaf, rng), leaf],
            [raised(record, leaf, rng), without_star(record, leaf, p)],
            [raised(record, leaf, rng), ["empty"]],
            [at_the_limit(record, leaf, rng), ["empty"]],
            [at_the_limit(record, leaf, rng), ["empty"]],
            [scaled(record, leaf, rng.choice((2, 3)))],
        )
    )
    return record | {"proof": [*proof[:place], *subtree, *proof[place + 1 :]]}


def raised(record: Record, leaf: list, rng: random.Random) -> list:
    """A fix with some duals raised, so that it excludes less; raised by 0 they are only listed."""
    fix = ["fix", *leaf[1:]]
    for _ in range(rng.choice((1, 1, 2))):
        side = rng.randrange(2)
        fix = changed(record, fix, side, rng.randrange(sizes(record)[side]), rng.choice((0, 1, 1, 2, leaf[1])))
    return fix


def at_the_limit(record: Record, leaf: list, rng: random.Random) -> list:
    """A fix that just requires a row or column, or just does not; one in which no pair has weight, if there is any."""
    everywhere = [(side, index) for side in (0, 1) for index in range(sizes(record)[side])]
    used = {(side, pair[side]) for pair in pairs_of(record) for side in (0, 1)}
    side, index = rng.choice([line for line in everywhere if line not in used] or everywhere)
    fix = changed(record, ["fix", *leaf[1:]], side, index, rng.randrange(3))
    rows, columns = (duals_on(record, fix, side) for side in (0, 1))
    others = sum(rows.values()) + sum(columns.values()) - (rows, columns)[side][index]
    spare = fix[1] * (bound_of(record) + max(1, record.get("step", 1))) - 1 - others
    other = rng.randrange(sizes(record)[1 - side])
    return changed(record, fix, 1 - side, other, max(0, spare + rng.randrange(2)))


def broken(record: Record, rng: random.Random) -> Record:
    """One small change, after which the certificate holds only by chance."""
    changes = (mutate, nudged, nudged, crowded, crowded, with_other_triples, with_other_alignment)
    changes += (with_other_bound,) * 2
    if "similarity" in record or rng.random() < 0.3:
        changes += (with_other_similarities,) * 2
    mutant = rng.choice(changes)(record, rng) if record["proof"] else record
    is_new = {"step", "at_most"} & mutant.keys() or mutant["proof"] == [["count"]]
    return mutant | {"format": FORMATS[1]} if is_new and mutant["format"] == FORMATS[0] else mutant


def nudged(record: Record, rng: random.Random) -> Record:
    """One denominator or dual a little different; unlike `mutate`, 0 or less as well."""
    mutant = copied(record)
    nodes = [node for node in mutant["proof"] if has_duals(node)]
    places = [place for node in nodes for place in places_of_duals(mutant, node)]
    if nodes and (not places or rng.random() < 0.3):
        node = rng.choice([node for node in nodes if node[0] == "fix"] or nodes)
        node[1] = rng.choice((0, 0, 0, -1, node[1] - 1, node[1] + 1))
    elif places:
        part, place = rng.choice(places)
        part[place] += rng.choice((-1, -1, -1, 1, 2, -2, -part[place]))
    return mutant


def crowded(record: Record, rng: random.Random) -> Record:
    """One dual more, or one star more: new or there already, out of range, 0 or negative."""
    mutant = copied(record)
    nodes = [node for node in mutant["proof"] if has_duals(node)]
    if not nodes:
        return mutant
    node, bounds, axis = rng.choice(nodes), sizes(mutant), rng.randrange(2)
    if is_short(mutant):
        _, _, rows, columns, stars = node
        if rng.random() < 0.3:
            part, full = (rows, columns)[axis], bounds[axis]
            part += [rng.choice((-2, -1, 0, 1, 1))] * rng.choice((1, 1, full - len(part), full + 1 - len(part)))
        elif stars and rng.random() < 0.3:
            first = 3 * rng.randrange(len(stars) // 3)
            stars += stars[first : first + 3]
        else:
            pair, line = (rng.randrange(most + (rng.random() < 0.3)) for most in (bounds[0] * bounds[1], sum(bounds)))
            stars += [pair, line, rng.choice((-1, 0, 0, 1, 1, 2 * node[1]))]
        return mutant
    if rng.random() < 0.2:
        node[2] += node[2][:4] if rng.random() < 0.5 else [*(rng.randrange(size + 1) for size in bounds), [], []]
        return mutant
    table = rng.choice((node[3 + axis], *node[2][2 + axis :: 4]))
    if table and rng.random() < 0.2:
        table += table[:2]
    else:
        new = [index for index in range(bounds[axis] + 1) if index not in table[::2]] or [0]
        table += [rng.choice(new), rng.choice((-2, -1, 0, 1, 1))]
    return mutant


def with_other_triples(record: Record, rng: random.Random) -> Record:
    """Another rule, or a triple once more, not at all, of another variable, or with a second value.

    The hash fits, most often the value.
    """
    mutant = copied(record)
    graph = mutant[rng.choice(("left", "right"))]
    triples = graph[rng.choice(("attributes", "relations"))]
    way = rng.randrange(5)
    if way == 0 or not triples:
        mutant["convention"] = f"dup:{rng.choice(RULES)}" + ("|sim:test" if "similarity" in mutant else "")
    elif way == 1:
        triples.append(rng.choice(triples))
    elif way == 2:
        triples.remove(rng.choice(triples))
    elif way == 3:
        role, variable, *_ = rng.choice(triples)
        triples.append([role, variable, rng.choice(triples)[2]])
    else:
        rng.choice(triples)[1] = rng.randrange(len(graph["variables"]) + (rng.random() < 0.1))
    return with_value(rehashed(mutant)) if rng.random() < 0.9 else rehashed(mutant)


def with_other_similarities(record: Record, rng: random.Random) -> Record:
    """One similarity or the denominator changed, or a pair more, less, twice, the other way round or of one value.

    Or a variable with a listed value gets a second one.
    """
    mutant = copied(record)
    if "similarity" not in mutant:
        more = {"similarity": {"denominator": rng.choice((0, 0, 1, 2)), "pairs": []}}
        return rehashed(mutant | more | {"convention": mutant["convention"] + "|sim:test"})
    graded = mutant["similarity"]
    pairs, unit = graded["pairs"], graded["denominator"]
    way = rng.randrange(8)
    if way == 0 or not pairs:
        held = [[(role, word) for role, _, word, *_ in mutant[side]["attributes"]] for side in ("left", "right")]
        role, x = rng.choice(held[0] or [("/", "nobody")])
        words = [word for other, word in held[1] if other == role]
        pairs.append([role, x, rng.choice([*words, "nobody"]), rng.choice((0, 1, unit, unit + 1, unit + 1))])
    elif way == 1:
        graded["denominator"] = rng.choice((0, 1, unit - 1, unit + 1, 2 * unit))
    elif way == 2:
        pairs.remove(rng.choice(pairs))
    elif way < 5:
        rng.choice(pairs)[3] = rng.choice((0, 1, unit, unit, unit + 1))
    elif way == 5:
        role, *words, _ = rng.choice(pairs)
        side = rng.randrange(2)
        attributes = mutant[("left", "right")[side]]["attributes"]
        second = [[role, v, "nobody"] for other, v, word, *_ in attributes if (other, word) == (role, words[side])]
        attributes[:0] = second
    else:
        role, x, y, worth = rng.choice(pairs)
        pairs.append([role, *rng.choice(((x, y), (x, y), (y, x), (y, y))), worth])
    return with_value(rehashed(mutant)) if rng.random() < 0.7 else rehashed(mutant)


def with_other_bound(record: Record, rng: random.Random) -> Record:
    """Another bound, another step, or the proof that counts; most often one that just holds or just does not."""
    bound, step = bound_of(record), record.get("step", 1)
    way = rng.randrange(4)
    if way == 0:
        return record | {"at_most": max(0, bound + rng.choice((-step, -1, 1, step, step, 2 * step)))}
    if way == 1:
        return record | {"step": rng.choice((0, 1, 2, 3, 2 * step, max(1, step // 2), max(1, record["matched"])))}
    if way == 2:
        last = [number for number, node in enumerate(record["proof"]) if node[0] == "leaf"]
        return record | {"proof": _loosened(record, rng.choice(last), rng.randrange(step + 2))} if last else record
    try:
        question = question_of(record)
    except Refused:
        return record
    counted = question.unit * min(graph.size(question.rule) for graph in (question.left, question.right))
    mutant = record | {"proof": [["count"]], "at_most": max(0, counted + rng.choice((-1, 0, 0, 0, 1)))}
    return {key: part for key, part in mutant.items() if key != "step"}


def _loosened(record: Record, place: int, amount: int) -> list:
    """The proof with a leaf that pays some more than it needs."""
    proof = record["proof"]
    leaf = changed(record, proof[place], 0, 0, amount * max(1, proof[place][1]))
    return [*proof[:place], leaf, *proof[place + 1 :]]


def with_other_alignment(record: Record, rng: random.Random) -> Record:
    """One pair less, one more, one twice, or another order; in most cases with the value that it has."""
    alignment = [*record["alignment"]]
    rng.shuffle(alignment)
    way = rng.randrange(5)
    if way < 2:
        alignment = alignment[1:]
    elif way == 2:
        alignment.append([rng.randrange(size + 1) for size in sizes(record)])
    elif way == 3:
        alignment += alignment[:1]
    mutant = record | {"alignment": alignment}
    return with_value(mutant) if rng.random() < 0.8 else mutant


def with_value(record: Record) -> Record:
    """The record with the value that its alignment has, if its graphs are well-formed."""
    try:
        question = question_of(record)
    except Refused:
        return record
    return record | {"matched": question.value({i: j for i, j in record["alignment"]})}  # noqa: C416


def mutants(number: int, seed: int) -> list[Record]:
    """So many mutants, each of which can be written as a term."""
    rng = random.Random(seed)
    pool = originals(80, rng)
    found: list[Record] = []
    while len(found) < number:
        mutant = mutant_of(rng.choice(pool), rng)
        with suppress(NotInCoq):
            term(mutant)
            found.append(mutant)
    return found


def mutant_of(record: Record, rng: random.Random) -> Record:
    """The record with a proof that is as good, or nearly, and small changes after which it holds only by chance."""
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        record = grown(record, rng)
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        record = broken(record, rng)
    return record


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
def some_refusals(some_mutants) -> list[str | None]:
    return [refusal(json.dumps(mutant)) for mutant in some_mutants]


@needs_coq
def test_mutants_get_the_same_answers(some_mutants, in_coq):
    compare(some_mutants[:FOR_COQ], in_coq)


@needs_coq
@pytest.mark.stress
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_mutants_get_the_same_answers(seed, in_coq):
    compare(mutants(2_000, seed), in_coq)


# ---- whether these mutants would tell a wrong checker from a right one


def test_the_mutants_are_of_every_sort(some_mutants, some_refusals):
    """Under each rule, graded, with each kind of node, refused and not; and refused for every reason there is."""
    sorts = Counter(
        (sort, why is None)
        for mutant, why in zip(some_mutants, some_refusals, strict=True)
        for sort in {rule_of(mutant), *(node[0] for node in mutant["proof"]), *mutant}
    )
    expected = ("similarity", "leaf", "fix", "branch", "empty", *RULES)
    assert min(sorts[sort, answer] for sort in expected for answer in (True, False)) >= QUICK // 25, sorts
    rarer = ("count", "step", "at_most")
    assert min(sorts[sort, answer] for sort in rarer for answer in (True, False)) >= QUICK // 100, sorts
    conditions = [f"({name})" for name in ("C1", "C2", "C3", "I1", "I2", "I3", "I4")]
    reasons = (*conditions, "(count)", "the step", "similarity:", "not empty", "has ended", "are missing")
    counted = {reason: sum(reason in why for why in some_refusals if why) for reason in reasons}
    assert min(counted.values()) >= 3, counted


OLDER = [
    # what stands in smatchproof/exact/older_formats.py, and what might
    ("pair not in listed", "True"),
    ("2 * len(table) == len(part)", "True"),
    ("((0, rows, m), (m, columns, n))", "((0, rows, n), (m, columns, n))"),
    ("((0, rows, m), (m, columns, n))", "((0, rows, m),)"),
    ("zip(lines, (m, n), strict=True)", "zip(lines, (n, m), strict=True)"),
    ("triples += pair, 0, 0", "pass"),
]

SLIPS = [
    # what stands in smatchproof/exact/checker.py, and what might
    # (I1)
    ("demand(scale > 0,", "demand(scale >= 0,"),
    ("negative.issubset(self.required)", "True"),
    ("negative.issubset(self.required)", "not negative"),
    ("len(a) <= m and len(b) <= n", "len(a) <= m"),
    ("min(triples, default=0) >= 0", "True"),
    ("max(lines) < m + n", "True"),
    ("sum(map(len, stars.values())) == len(pairs)", "True"),
    # (I2): two that are listed
    ("each[0] in pairs and each[1] in pairs", "each[0] in pairs or each[1] in pairs"),
    ("stars[p].get(q // n, 0) + stars", "stars"),
    (" + stars[p].get(m + q % n, 0)", ""),
    ("stars[q].get(p // n, 0) + stars", "stars"),
    (" + stars[q].get(m + p % n, 0)", ""),
    ("if rest > 0 and one < 0 and other < 0:", "if rest > 1 and one < 0 and other < 0:"),
    ("if rest > 0 and one < 0 and other < 0:", "if False:"),
    # what is paid by default
    ("ranks[q], scale * weight", "ranks[q], weight"),
    ("elif one >= 0 <= other:", "elif one >= 0 or 0 <= other:"),
    ("ranks[p] = -1 - p", "ranks[p] = -1"),
    ("                if rest > 0:", "                if True:"),
    ("slacks[q if one < 0 else p] -= rest", "slacks[p if one < 0 else q] -= rest"),
    ("slacks[q if one < 0 else p] -= rest", "pass"),
    ("slacks[p if one < other else q] -= rest", "slacks[q if one < other else p] -= rest"),
    ("if one == other:", "if False:"),
    ("(rest + 1) // 2", "rest // 2"),
    # (I3), (I4) and what a fix does
    ("demand(slacks[p] >= 0,", "demand(slacks[p] >= -1,"),
    ("slacks[p] -= scale * weight", "slacks[p] -= weight"),
    ("slacks[p] -= scale * weight", "slacks[p] -= scale * weight + 1"),
    ("slacks[p] -= sum(star.values())", "pass"),
    ("(self.bound + self.step) - 1", "self.bound"),
    ("(self.bound + self.step) - 1", "(self.bound + self.step)"),
    ("(self.bound + self.step) - 1", "(self.bound + 1) - 1"),
    ("if total > limit:", "if total > limit + 1:"),
    ("total - slacks[p] <= limit]", "total - slacks[p] <= limit + 1]"),
    ("total - slacks[p] <= limit]", "total - slacks[p] < limit]"),
    ("total - dual <= limit", "total - dual <= limit + 1"),
    ("total - dual <= limit", "total - dual < limit"),
    ("self.forbidden += [p for p", "_ = [p for p"),
    ("self.required += [(side, line)", "_ = [(side, line)"),
    # the walk
    ("not covered.issuperset(self.required)", "True"),
    ("+= (0, i), (1, j)", "+= ((0, i),)"),
    ("self.forced.append(i * n + j)", "pass"),
    ("self.wait([i * n + j])", "self.wait([])"),
    ("del self.forced[forced:], self.forbidden[forbidden:]", "del self.forced[forced:]"),
    ("del self.forced[forced:], self.forbidden[forbidden:]", "del self.forbidden[forbidden:]"),
    ("len(rows) == len(forced) == len(columns)", "len(rows) == len(forced)"),
    ("len(rows) == len(forced) == len(columns)", "len(columns) == len(forced)"),
    (" or forced & forbidden", ""),
    ("{*self.forbidden[above.forbidden :]}", "set()"),
    (" - forced | forbidden", " - forced"),
    (" - forced | forbidden", " | forbidden"),
    ("self.waiting.pop()", "self.waiting.pop(0)"),
    ("if tree.waiting:", "if False:"),
    # weights and values
    ('"set": lambda n, m: 1', '"set": lambda n, m: n'),
    ('"multiset": min', '"multiset": max'),
    ("n * m", "n + m - 1"),
    ("setdefault((role, j == l), [])", "setdefault((role, False), [])"),
    ("if i != k}) < len(arcs):", "if i != k}) < 0:"),
    ("if p == q:\n            unary", "if False:\n            unary"),
    ("(q, p)] += weight", "(q, p)] = weight"),
    ("len({*lefts}) == len({*rights}) == len(lefts)", "len({*rights}) == len(rights)"),
    ("len({*lefts}) == len({*rights}) == len(lefts)", "len({*lefts}) == len(lefts)"),
    ("if value != matched:", "if value > matched:"),
    ("number[i, kind, role] == 1", "number[i, kind, role] >= 1"),
    ("+= self.copies.get(triple, 1)", "+= 1"),
    ("x != y and ", ""),
    ('and ("", role, x, y) not in worth', ""),
    ("0 < n <= denominator", "0 <= n <= denominator"),
    ("0 < n <= denominator", "0 < n"),
    ("weight = unit if plain", "weight = 1 if plain"),
    ("(base + j, other + l, unit if plain", "(base + j, other + l, 1 if plain"),
    ("self.unit * int(", "int("),
    ("lone.get((1, *role, y), [])", "lone.get((1, *role, x), [])"),
    ("unary.get(p, 0) + weight", "weight"),
    ("unary.get(i * n + j, 0) + weight", "weight"),
    ("any(weight % step for weight in weights)", "False"),
    ('natural(bound, "at_most") % step == 0', 'natural(bound, "at_most") >= 0'),
    # the proof that counts
    ("least = question.unit * min(", "least = min("),
    ("least <= bound", "least <= bound + 1"),
    ("least <= bound", "least < bound"),
    ("min(question.left.size(question.rule), question.right.size(question.rule))", "question.left.size(question.rule)"),
    ('question.rule != "product"', "True"),
    ("more = 0 if rule ==", "more = 1 if rule =="),
]


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [(file, *slip) for file, slips in ((checker, SLIPS), (older_formats, OLDER)) for slip in slips],
    ids=lambda part: part.__name__.rpartition(".")[2] if isinstance(part, ModuleType) else None,
)
def test_a_slip_of_the_checker_would_be_noticed(monkeypatch, some_mutants, some_refusals, file, right, wrong):
    """With one thing wrong in it, the Python checker judges some mutant otherwise."""
    source = Path(file.__file__).read_text(encoding="utf-8")
    assert right in source, f"{file.__file__} has changed: name another slip here"
    for module in (checker, older_formats):  # the second imports the first
        text = Path(module.__file__).read_text(encoding="utf-8")
        slipped = ModuleType(module.__name__)
        exec(text.replace(right, wrong) if module is file else text, slipped.__dict__)
        monkeypatch.setitem(sys.modules, module.__name__, slipped)

    def accepts(line: str) -> bool:
        try:
            slipped.check(line)
        except (slipped.Refused, KeyError, IndexError):
            return False
        return True

    pairs = zip(some_mutants, some_refusals, strict=True)
    assert any(accepts(json.dumps(mutant)) is bool(why) for mutant, why in pairs)
