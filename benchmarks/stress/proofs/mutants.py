"""Mutants of small certificates: other trees that prove the same, and small changes that hold only by chance.

Those of certificates about all optima come with the truth, by enumeration: what is accepted of them has to state it.
"""

import copy
import json
import random
from contextlib import suppress
from dataclasses import replace

from benchmarks.stress.exact.oracle import Asked
from smatchproof.exact.certificate import UNLIMITED
from smatchproof.exact.checker import Claim, Tree, ends, of_all_optima
from smatchproof.exact.optima import EveryOptimum, _differing
from smatchproof.public import (
    Attribute,
    Duplicates,
    Refused,
    Relation,
    Similarities,
    SolveParams,
    TripleGraph,
    build_problem,
    certificate,
    exact as solve,
    recount,
)
from smatchproof.similarity.grading import Label
from tests.exact.attacks import rehashed
from tests.exact.forms import (
    changed,
    has_duals,
    places_of_duals,
    problem_of,
    question_of,
    scaled,
    without_star,
)
from tests.exact.random_pairs import random_pair
from tests.exact.random_proofs import random_proof
from tests.exact.test_optima import Truth, enumerated, found as decided, line_of, mutate as mutate_optima, question

Record = dict
RULES = ("set", "multiset", "product")


def digraph(rng: random.Random) -> TripleGraph:
    """Nothing but relations: no pair matches anything alone."""
    arcs = rng.sample([(a, b) for a in range(4) for b in range(4) if a != b], rng.randrange(3, 8))
    return TripleGraph(tuple("abcd"), (), tuple(Relation("e", *arc) for arc in arcs))


def concepts(rng: random.Random) -> TripleGraph:
    """Nothing but concepts: a pair matches alone, or not at all."""
    names = "abcd"[: rng.randrange(1, 5)]
    return TripleGraph(
        tuple(names), tuple(Attribute("instance", "instance", i, rng.choice("xyz")) for i in range(len(names))), ()
    )


def originals(number: int, rng: random.Random) -> list[Record]:
    """Certificates of small pairs: labelled graphs under every rule, with graded matches or not, and bare digraphs.

    Some proofs are the solver's, some are random.
    """
    found: list[Record] = []
    while len(found) < number:
        bare = rng.random() < 0.2
        left, right, rule = (digraph(rng), digraph(rng), Duplicates.SET) if bare else random_pair(rng)
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
            found.append(json.loads(certificate("", counted, *pair, problem, solution, graded)))
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
    """The pairs with weight; of a claim about all optima also those that have none any more, or have one now."""
    tree, pairs = tree_of_optima(record), [*problem_of(record).candidates]
    return pairs if tree is None else sorted({*pairs, *[divmod(p, tree.size[1]) for p in tree.root.pairs]})


def tree_of_optima(record: Record) -> Tree | None:
    """The question of the proof of a certificate about all optima: other weights, rows and another bound."""
    if not record.get("optima"):
        return None
    columns, chosen = sizes(record)[1], {i * sizes(record)[1] + j for i, j in record["alignment"]}
    claim = Claim(*ends(record["alignment"], ""), record["matched"], 0, 1, [], record["optima"])
    try:
        return of_all_optima(Tree(question_of(record), 0, 1), chosen, claim, UNLIMITED)[0] if columns else None
    except (Refused, TypeError):
        return None  # what is not well-formed is about the weights of its graphs, or about nothing


def lines_of(record: Record) -> list[int]:
    """The numbers of rows and of columns that a proof is about."""
    tree = tree_of_optima(record)
    return sizes(record) if tree is None else [*tree.size]


def rule_of(record: Record) -> str:
    return next(part[4:] for part in record["convention"].split("|") if part.startswith("dup:"))


def bound_of(record: Record) -> int:
    tree = tree_of_optima(record)
    return record.get("at_most", record["matched"]) if tree is None else tree.bound


def grown(record: Record, rng: random.Random) -> Record:
    """Another tree that proves the same, in most cases: a leaf becomes a subtree or another leaf."""
    proof = record["proof"]
    places = [place for place, node in enumerate(proof) if node[0] == "leaf"]
    pairs = pairs_of(record)
    if not pairs and rng.random() < 0.5:
        return record | {"proof": [["fix", 1, [], [], []], ["empty"]]}  # nothing is listed, so nothing is required
    if not places or not pairs or rng.random() < 0.1:
        pairs = [(rng.randrange(lines_of(record)[0]), rng.randrange(lines_of(record)[1]))]
    if not places:
        return record
    place, p = rng.choice(places), rng.choice(pairs)
    rivals = [q for q in pairs if (q[0] == p[0]) != (q[1] == p[1])]
    leaf, q, rival = proof[place], rng.choice(pairs), rng.choice(rivals or pairs)
    amount = rng.choice((-6, -3, -1, 1, 3, 6))
    number, other = (pair[0] * lines_of(record)[1] + pair[1] for pair in (p, q))
    subtree = rng.choice(
        (
            [["branch", *p], leaf, leaf],
            [["branch", *p], leaf, ["branch", *p], ["empty"], leaf],  # forced and forbidden
            [["branch", *p], ["branch", *q], leaf, leaf, leaf],
            [["branch", *p], ["branch", *rival], ["empty"], leaf, leaf],  # empty, as the two compete
            [["branch", *p], changed(changed(leaf, 0, p[0], -amount), 1, p[1], amount), leaf],
            [["branch", *p], leaf, without_star(leaf, number)],
            [["branch", *p], without_star(leaf, other), leaf],
            [["fix", *leaf[1:]], leaf],
            [["fix", *leaf[1:]], ["empty"]],
            [raised(record, leaf, rng), leaf],
            [raised(record, leaf, rng), without_star(leaf, number)],
            [raised(record, leaf, rng), ["empty"]],
            [at_the_limit(record, leaf, rng), ["empty"]],
            [at_the_limit(record, leaf, rng), ["empty"]],
            [scaled(leaf, rng.choice((2, 3)))],
        )
    )
    return record | {"proof": [*proof[:place], *subtree, *proof[place + 1 :]]}


def raised(record: Record, leaf: list, rng: random.Random) -> list:
    """A fix with some duals raised, so that it excludes less; raised by 0 they are only listed."""
    fix = ["fix", *leaf[1:]]
    for _ in range(rng.choice((1, 1, 2))):
        side = rng.randrange(2)
        fix = changed(fix, side, rng.randrange(lines_of(record)[side]), rng.choice((0, 1, 1, 2, leaf[1])))
    return fix


def at_the_limit(record: Record, leaf: list, rng: random.Random) -> list:
    """A fix that just requires a row or column, or just does not; one in which no pair has weight, if there is any."""
    everywhere = [(side, index) for side in (0, 1) for index in range(lines_of(record)[side])]
    used = {(side, pair[side]) for pair in pairs_of(record) for side in (0, 1)}
    side, index = rng.choice([line for line in everywhere if line not in used] or everywhere)
    fix = changed(["fix", *leaf[1:]], side, index, rng.randrange(3))
    others = sum(fix[2]) + sum(fix[3]) - fix[2 + side][index]
    spare = fix[1] * (bound_of(record) + max(1, record.get("step", 1))) - 1 - others
    other = rng.randrange(lines_of(record)[1 - side])
    return changed(fix, 1 - side, other, max(0, spare + rng.randrange(2)))


def broken(record: Record, rng: random.Random) -> Record:
    """One small change, after which the certificate holds only by chance."""
    changes = (mutate, nudged, nudged, crowded, crowded, with_other_triples, with_other_alignment)
    changes += (with_other_bound,) * 2
    if "similarity" in record or rng.random() < 0.3:
        changes += (with_other_similarities,) * 2
    return rng.choice(changes)(record, rng) if record["proof"] else record


def mutate(record: dict, rng: random.Random) -> dict:
    """One small change of claim, alignment or proof."""
    mutant = copy.deepcopy(record)
    proof = mutant["proof"]
    node = rng.choice(proof)
    match rng.randrange(9):
        case 0:
            mutant["matched"] += rng.choice((-1, 1))
            if rng.random() < 0.5:
                mutant["at_most"] = record["matched"] + rng.choice((-2, -1, 1))
        case 1 if mutant["alignment"]:
            pair = rng.choice(mutant["alignment"])
            pair[rng.randrange(2)] = rng.randrange(9)
        case 2:
            proof.remove(node)
        case 3:
            proof.insert(rng.randrange(len(proof) + 1), copy.deepcopy(node))
        case 4:
            proof[rng.randrange(len(proof))] = copy.deepcopy(node)
        case 5 if node[0] == "branch":
            node[rng.randrange(1, 3)] = rng.randrange(9)
        case 6 if node[0] in ("leaf", "fix"):
            node[1] = max(1, node[1] + rng.choice((-1, 1, node[1])))
        case 7 if node[0] in ("leaf", "fix"):
            node[0] = {"leaf": "fix", "fix": "leaf"}[node[0]]
        case _:
            lists = [part for part in [*node[2:], *(node[2] if len(node) == 5 else [])] if type(part) is list]
            numbers = [(part, place) for part in lists for place, entry in enumerate(part) if type(entry) is int]
            if numbers:
                part, place = rng.choice(numbers)
                part[place] = max(0, part[place] + rng.choice((-2, -1, -1, 1)))
    return mutant


def nudged(record: Record, rng: random.Random) -> Record:
    """One denominator or dual a little different; unlike `mutate`, 0 or less as well."""
    mutant = copied(record)
    nodes = [node for node in mutant["proof"] if has_duals(node)]
    places = [place for node in nodes for place in places_of_duals(node)]
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
    node, bounds, axis = rng.choice(nodes), lines_of(mutant), rng.randrange(2)
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
    leaf = changed(proof[place], 0, 0, amount * max(1, proof[place][1]))
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
    """So many mutants."""
    rng = random.Random(seed)
    pool = originals(80, rng)
    return [mutant_of(rng.choice(pool), rng) for _ in range(number)]


def mutant_of(record: Record, rng: random.Random) -> Record:
    """The record with a proof that is as good, or nearly, and small changes after which it holds only by chance."""
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        record = grown(record, rng)
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        record = broken(record, rng)
    return record


# ---- certificates about all optima


def originals_of_optima(number: int, rng: random.Random) -> list[tuple[Record, Truth]]:
    """Certificates of what all optima share, with the truth: half have random proofs, some the least scales."""
    found: list[tuple[Record, Truth]] = []
    while len(found) < number:
        asked = question(len(found), rng)
        if one_kind := rng.choice((None, None, None, digraph, concepts)):
            asked = Asked(one_kind(rng), one_kind(rng), Duplicates.SET, None)
        optima = with_scale(decided(asked), rng.choice((1, 1, 2, 3)) if rng.random() < 0.5 else None)
        if not (asked.left.variables and asked.right.variables):
            continue
        if rng.random() < 0.5:
            problem, answer = optima.no
            proof = random_proof(problem, answer.upper_bound, rng)
            optima = replace(optima, no=(problem, replace(answer, proof=proof)))
        with suppress(Refused):  # a random proof may branch on a pair that a small scale leaves with 0
            found.append((json.loads(line_of(asked, optima)), enumerated(asked)))
    return found


def with_scale(optima: EveryOptimum, scale: int | None) -> EveryOptimum:
    """The same by a proof with another scale, if one has the bound: where it is small, pairs may be left with 0."""
    problem = optima.problem
    if scale is None:
        return optima
    question = _differing(problem, scale, optima.forced, optima.forced | optima.open)
    answer = solve(question.problem, SolveParams(proof=True))
    bound = scale * recount(problem, optima.alignments[0]) - len(optima.forced) + question.constant
    return replace(optima, scale=scale, no=(question.problem, answer)) if answer.matched == bound else optima


def with_other_optima(record: Record, rng: random.Random) -> Record:
    """Another scale, other alignments, another step or bound, or an entry that is malformed."""
    mutant = copied(record)
    optima, known = mutant["optima"], mutant["optima"]["alignments"]
    own, (rows, columns) = mutant["alignment"], sizes(mutant)
    match rng.randrange(11):
        case 0:
            scale = optima["scale"]
            optima["scale"] = rng.choice(
                (0, 1, scale - 1, scale + 1, 2 * scale, 10**36 - 1, 10**36, -1, True, "1", None)
            )
            if optima["scale"] == 0 and rng.random() < 0.5:  # all weights may be 0, and prove nothing
                mutant["proof"] = [["leaf", 1, [], [], []]]
        case 1 if known:  # fewer links are known to be open
            known.remove(rng.choice(known))
        case 2:  # the same once more
            known.insert(rng.randrange(len(known) + 1), rng.choice([own, *known]))
        case 3:  # worth less, or as much: a pair may earn nothing
            known.append([pair for pair in own if rng.random() < 0.8])
        case 4:  # not one-to-one, out of range, or with a pair that may earn nothing
            known.append([*own, [rng.randrange(rows + 1), rng.randrange(columns + 1)]])
        case 5 if known:
            rng.choice(known).append([rng.randrange(rows), rng.randrange(columns)])
        case 6 if known:  # another of them comes first
            mutant["alignment"], known[-1] = known[-1], own
        case 7:
            mutant["step"] = rng.choice((0, 1, 2, 3, 2 * record.get("step", 1), max(1, record["matched"])))
        case 8:
            mutant["at_most"] = max(0, record["matched"] + rng.choice((-1, 0, 0, 1)))
        case 9:
            parts = (None, [], {}, {"scale": 1}, optima | {"more": 1}, optima | {"alignments": {}})
            mutant["optima"] = rng.choice(
                (*parts, *(optima | {"alignments": [*known, part]} for part in (None, 0, [0])))
            )
            if mutant["optima"] is None:  # as it would be accepted without the key
                mutant |= {"proof": [["count"]], "at_most": 10**30, "step": 1}
        case 10:
            mutant["proof"] = rng.choice(([["count"]], [], [["empty"]], mutant["proof"][:-1], mutant["proof"] * 2))
        case _:
            known.append(own)
    return mutant


def mutant_of_optima(record: Record, rng: random.Random) -> Record:
    """The record with another proof of the same, perhaps, and changes after which it holds only by chance."""
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        record = grown(record, rng)
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        if record.get("optima") and type(record["optima"].get("alignments")) is list:
            with suppress(TypeError, AttributeError, IndexError):  # what an earlier change made has other types
                record = rng.choice((with_other_optima, with_other_optima, mutate_optima, nudged, crowded))(record, rng)
    return record


def mutants_of_optima(number: int, seed: int) -> list[tuple[Record, Truth]]:
    """So many mutants, and what a certificate of these graphs has to say."""
    rng = random.Random(seed)
    pool = originals_of_optima(80, rng)
    found: list[tuple[Record, Truth]] = []
    for _ in range(number):
        record, truth = rng.choice(pool)
        found.append((mutant_of_optima(record, rng), truth))
    return found
