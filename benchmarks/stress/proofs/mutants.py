"""Mutants of small certificates: other trees that prove the same, and small changes that hold only by chance."""

import json
import random
from contextlib import suppress
from dataclasses import replace

from smatchproof.conventions.triples import Duplicates, Relation, TripleGraph
from smatchproof.exact import exact as solve
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import Refused
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from smatchproof.similarity.grading import Label, Similarities
from tests.exact.attacks import rehashed
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
from tests.proofs.in_coq import RULES, NotInCoq, term

Record = dict


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
