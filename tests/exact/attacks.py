"""Certificates as files: correct ones, and attacks on them, each under its name. Run as a script it writes them anew.

``correct/`` holds certificates that prove what they claim, ``incorrect/`` well-formed ones that do not, and
``malformed/`` lines that are no certificates.
"""

import copy
import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path
from unittest import mock

from smatchproof.conventions.conventions import Convention, convention
from smatchproof.exact import exact
from smatchproof.exact.certificate import certificate
from smatchproof.exact.outline import outline
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from smatchproof.similarity.grading import Label, Similarities
from tests.exact.hard_problems import branching_pairs, random_digraph_pair

FOLDER = Path(__file__).parent / "certificates"

PROOF = SolveParams(proof=True)

_BOY = (
    "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))",
    "(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))",
)
_REPEATED = ("(a / x :polarity - :polarity - :ARG0 (b / y) :ARG0 b)", "(a / x :polarity - :ARG0 (b / y) :ARG0 b)")
_LOOPS = ("(a / x :ARG0 a :ARG1 (b / x :ARG0 a))", "(c / x :ARG0 (d / x :ARG0 d) :ARG1 d)")


ONE_NODE = SolveParams(proof=True, node_limit=1)

_PETS = (
    "(c / chase-01 :ARG0 (d / dog :quant 2) :ARG1 (k / kitten :ARG0-of (r / run-02)) :polarity - :polarity +)",
    "(f / follow-01 :ARG0 (p / puppy :quant 3) :ARG1 (c / cat :ARG0-of (w / walk-01)) :polarity +)",
)


def _concept(value: str) -> Label:
    return Label("instance", "instance", value)


def _attribute(role: str, value: str) -> Label:
    return Label("attribute", role, value)


SIMILAR = {
    (_concept("chase-01"), _concept("follow-01")): 612_345,
    (_concept("dog"), _concept("puppy")): 899_999,
    (_concept("dog"), _concept("cat")): 700_000,
    (_concept("kitten"), _concept("cat")): 900_001,
    (_concept("run-02"), _concept("walk-01")): 1_000_000,
    (_attribute("quant", "2"), _attribute("quant", "3")): 333_333,
    (_attribute("polarity", "-"), _attribute("polarity", "+")): 500_000,  # not alone of its role: must not count
}
MILLION, SIX = Similarities(10**6, SIMILAR), Similarities(6, {pair: 1 + n * 5 // 10**6 for pair, n in SIMILAR.items()})


def certified(
    id: str, pair, rule: Convention, similarities: Similarities | None = None, params: SolveParams = PROOF
) -> dict:
    """The certificate of two triple graphs, as a dictionary."""
    problem = build_problem(*pair, rule.duplicates, similarities)
    solution = exact(problem, params)
    counted = rule.signature + ("|sim:test" if similarities else "")
    return json.loads(certificate(id, counted, *pair, problem, solution, similarities))


def counted(id: str, pair, rule: Convention, similarities: Similarities | None = None) -> dict:
    """The certificate of the counting bound."""
    solution = outline(*pair, rule.duplicates, similarities)
    signature = rule.signature + ("|sim:test" if similarities else "")
    return json.loads(certificate(id, signature, *pair, None, solution, similarities))


def of_strings(id: str, texts: tuple[str, str], rule: Convention, similarities: Similarities | None = None) -> dict:
    return certified(id, tuple(rule.triples(parse_graph(text)) for text in texts), rule, similarities)


def _graded_digraphs(size: int, seed: int) -> dict:
    """Two random digraphs whose concepts are all similar, by so much that the proof has to branch."""
    left, right = random_digraph_pair(size, 2, 1, size, seed=seed)
    labels = [
        sorted({Label(kind, role, value) for kind, role, _, value in graph.attributes}) for graph in (left, right)
    ]
    rng = random.Random(seed)
    couples = [(one, other) for one in labels[0] for other in labels[1] if one != other and one[:2] == other[:2]]
    similar = {couple: rng.randint(1, 100) for couple in couples}
    return certified("graded", (left, right), convention("smatch"), Similarities(100, similar))


@mock.patch("smatchproof.exact.certified.is_compiled", lambda: False)
def correct() -> dict[str, dict]:
    """Certificates that hold: every kind of node, every convention, and graphs without triples.

    They are those of branch and bound, which are the same where nothing is compiled, and have branches.
    """
    smatch = convention("smatch")
    found = {name: certified(name, pair, smatch) for name, pair in branching_pairs().items()}
    for name, texts in (("boy", _BOY), ("repeated", _REPEATED), ("loops", _LOOPS)):
        for rule in (smatch, convention("smatch-1.0.4"), convention("smatchpp-generic"), convention("paper")):
            found[f"{name}-{rule.name}"] = of_strings(name, texts, rule)
    for rule in (smatch, convention("smatch-1.0.4"), convention("smatchpp-generic")):
        found[f"graded-{rule.name}"] = of_strings("graded", _PETS, rule, MILLION)
    for size, seed in ((5, 0), (6, 4)):
        found[f"graded-digraphs-{size}-{seed}"] = _graded_digraphs(size, seed)
    found["graded-in-sixths"] = of_strings("graded", _PETS, smatch, SIX)
    found["graded-by-nothing"] = of_strings("graded", _PETS, smatch, Similarities(6, {}))
    nothing = smatch.triples(parse_graph("(c / cat)"))
    found["nothing-in-common"] = certified(
        "none", (nothing, convention("paper").triples(parse_graph("(d / dog)"))), smatch
    )
    found["in-steps-of-two"] = of_strings("steps", ("(a / x :q 1 :q 1 :r 2 :r 2)",) * 2, convention("smatch-1.0.4"))
    found["interval"] = certified("open", random_digraph_pair(7, 3, 1, 1, 5), smatch, params=ONE_NODE)
    graded_open = Similarities(6, {(_concept("c0"), _concept("c1")): 2})
    found["graded-interval"] = certified("open", random_digraph_pair(8, 3, 1, 1, 1), smatch, graded_open, ONE_NODE)
    boy = tuple(smatch.triples(parse_graph(text)) for text in _BOY)
    pets = tuple(smatch.triples(parse_graph(text)) for text in _PETS)
    found["counted"] = counted("boy", boy, smatch)
    found["counted-optimum"] = counted("boy", boy[:1] * 2, smatch)
    found["counted-and-graded"] = counted("pets", pets, smatch, SIX)
    found["counted-copies"] = counted(
        "copies", tuple(convention("paper").triples(parse_graph(text)) for text in _REPEATED), convention("paper")
    )
    for name, texts in (("boy", _BOY), ("repeated", _REPEATED), ("loops", _LOOPS)):
        found[f"weighted-{name}"] = weighted(name, texts, convention("smatch-1.0.4"))
    for rule in ("set", "multiset"):
        found[f"weighted-{rule}"] = weighted("boy", _BOY, convention("smatch", duplicates=rule))
    found["weighted-and-graded"] = weighted("pets", _PETS, convention("smatch-1.0.4"), SIX)
    for rule, most in (("set", 10**36 - 1), ("multiset", 10**35), ("product", 10**17)):
        found[f"heavy-{rule}"] = weighted("boy", _BOY, convention("smatch", duplicates=rule), heaviest=most)
    found["heavy-multiset-of-31-bits"] = weighted(
        "boy", _BOY, convention("smatch", duplicates="multiset"), heaviest=2**31
    )
    found["label-of-20000-characters"] = of_strings("long", (f'(a / x :name "{"y" * 20_000}")',) * 2, smatch)
    found["ten-thousand-nested-branches"] = _nested(found["boy-smatch"], 10_000)
    return found


def weighted(
    id: str,
    texts: tuple[str, str],
    rule: Convention,
    similarities: Similarities | None = None,
    heaviest: int | None = None,
) -> dict:
    """The certificate of two graphs in which every other triple has a weight, from 2 on or from the heaviest down."""
    graphs = []
    for text in texts:
        graph = rule.triples(parse_graph(text))
        listed = sorted({*graph.attributes, *graph.relations}, key=repr)[::2]
        graphs.append(
            replace(graph, weights={triple: heaviest - at if heaviest else 2 + at for at, triple in enumerate(listed)})
        )
    return certified(id, tuple(graphs), rule, similarities)


def _nested(record: dict, depth: int) -> dict:
    """Branch on one pair again and again: below the first branch the second way is always empty."""
    [leaf] = record["proof"]
    pair = record["alignment"][0]
    proof = [["branch", *pair]] * depth + [leaf] + [["empty"]] * (depth - 1) + [leaf]
    return record | {"proof": proof}


def rehashed(record: dict) -> dict:
    """The record with the hash of what it now holds: the attacker knows SHA-256, too."""
    parts = [record[part] for part in ("convention", "left", "right", "similarity") if part in record]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    return record | {"sha256": hashlib.sha256(text.encode()).hexdigest()}


def incorrect() -> dict[str, dict]:
    """Attacks that keep to the format."""
    good = correct()
    boy, tree, other_tree = good["boy-smatch"], good["sat-chain"], good["digraphs-7-5"]
    proof = tree["proof"]
    branch = next(number for number, node in enumerate(proof) if node[0] == "branch")
    leaves = [number for number, node in enumerate(proof) if node[0] == "leaf"]
    repeated, graded = good["repeated-smatch-1.0.4"], good["graded-in-sixths"]
    heavy = good["weighted-boy"]
    attacks = {
        "weight-raised": _reweighted(heavy, 1),
        "weight-raised-and-rehashed": rehashed(_reweighted(heavy, 1)),
        "weight-lowered-and-rehashed": rehashed(_reweighted(heavy, -1)),
        "weights-left-out-and-rehashed": rehashed(_without_weights(heavy)),
        "value-too-high": boy | {"matched": boy["matched"] + 1},
        "value-too-low": boy | {"matched": boy["matched"] - 1},
        "value-too-low-with-an-alignment-that-fits": _weaker(boy),
        "alignment-uses-a-left-variable-twice": boy | {"alignment": [[0, 0], [0, 1], [2, 2]]},
        "alignment-uses-a-right-variable-twice": boy | {"alignment": [[0, 0], [1, 0], [2, 2]]},
        "alignment-names-a-pair-twice": boy | {"alignment": [*boy["alignment"], boy["alignment"][0]]},
        "alignment-out-of-range": boy | {"alignment": [[0, 0], [1, 1], [2, 3]]},
        "alignment-with-a-negative-variable": boy | {"alignment": [[0, 0], [1, 1], [2, -1]]},
        "a-match-that-nobody-pays-for": boy | {"proof": _with_stars(boy["proof"], [0, 0, 0, 4, 0, 0])},
        "one-row-lowered": boy | {"proof": _changed(boy["proof"], 0, 2, lambda rows: [rows[0] - 1, *rows[1:]])},
        "negative-star": boy | {"proof": _with_stars(boy["proof"], [0, 1, -1])},
        "star-too-large": boy | {"proof": _with_stars(boy["proof"], [0, 1, 99])},
        "negative-row": boy | {"proof": _changed(boy["proof"], 0, 2, lambda rows: [rows[0], -1, *rows[2:]])},
        "scale-0": boy | {"proof": [["leaf", 0, [], [], []]]},
        "everything-empty": boy | {"proof": [["empty"]]},
        "no-proof": boy | {"proof": []},
        "a-branch-missing": tree | {"proof": proof[: leaves[0]] + proof[leaves[0] + 1 :]},
        "a-branch-doubled": tree | {"proof": [*proof[: branch + 1], *proof[branch:]]},
        "leaf-doubled": tree | {"proof": [*proof, proof[leaves[-1]]]},
        "leaf-copied-from-its-sibling": tree | {"proof": _with_leaf_of(proof, leaves[-1], leaves[0])},
        "fix-taken-for-a-leaf": other_tree | {"proof": _as_leaf(other_tree["proof"])},
        "branch-on-a-pair-without-weight": boy | {"proof": [["branch", 0, 1], *boy["proof"], *boy["proof"]]},
        "another-pairs-proof": tree | {"proof": other_tree["proof"]},
        "another-pairs-graphs": rehashed(tree | {"left": other_tree["left"], "right": other_tree["right"]}),
        "another-pairs-hash": boy | {"sha256": tree["sha256"]},
        "convention-swapped": repeated | {"convention": good["repeated-smatch"]["convention"]},
        "convention-swapped-and-rehashed": rehashed(
            repeated | {"convention": repeated["convention"].replace("product", "set")}
        ),
        "graph-changed": boy | {"left": boy["left"] | {"attributes": boy["left"]["attributes"][1:]}},
        "empty-node-with-a-required-row-that-has-live-pairs": boy
        | {"proof": [["branch", 0, 0], ["empty"], *boy["proof"]]},
        "nested-branches-that-never-end": boy | {"proof": [["branch", 0, 0]] * 10_000},
        "similarity-left-out": {key: part for key, part in graded.items() if key != "similarity"},
        "similarity-left-out-and-rehashed": rehashed({k: part for k, part in graded.items() if k != "similarity"}),
        "similarity-raised": rehashed(_graded(graded, lambda pairs: [[*pairs[0][:3], 6], *pairs[1:]])),
        "similarity-lowered": rehashed(_graded(graded, lambda pairs: [[*pair[:3], 1] for pair in pairs])),
        "similarity-changed": _graded(graded, lambda pairs: pairs[1:]),
        "similarity-above-1": rehashed(_graded(graded, lambda pairs: [[*pairs[0][:3], 7], *pairs[1:]])),
        "similarity-of-nothing": rehashed(_graded(graded, lambda pairs: [[*pairs[0][:3], 0], *pairs[1:]])),
        "similarity-of-equal-values": rehashed(_graded(graded, lambda pairs: [["/", "dog", "dog", 6], *pairs])),
        "similarity-given-twice": rehashed(_graded(graded, lambda pairs: [pairs[0], *pairs])),
        "similarity-in-other-units": rehashed(graded | {"similarity": graded["similarity"] | {"denominator": 7}}),
        "similarity-without-a-unit": rehashed(graded | {"similarity": {"denominator": 0, "pairs": []}}),
        "graded-value-too-high": graded | {"matched": graded["matched"] + 1},
        "graded-value-too-low": graded | {"matched": graded["matched"] - 1},
        "graded-weaker-alignment": _without_last_pair(graded),
    }
    open_, graded_open, steps = good["interval"], good["graded-interval"], good["in-steps-of-two"]
    return attacks | {
        "bound-too-low": open_ | {"at_most": open_["at_most"] - 1},
        "bound-below-the-alignment": open_ | {"at_most": open_["matched"] - 1},
        "bound-left-out": {key: part for key, part in open_.items() if key != "at_most"},
        "graded-bound-too-low": graded_open | {"at_most": graded_open["at_most"] - 1},
        "step-of-no-weight": boy | {"step": 3},
        "step-too-large": steps | {"step": 2 * steps["step"]},
        "step-0": boy | {"step": 0},
        "step-that-does-not-divide-the-bound": steps | {"at_most": steps["matched"] + 1},
        "counted-too-few": good["counted"] | {"at_most": good["counted"]["at_most"] - 1},
        "counted-as-product": rehashed(
            good["counted"] | {"convention": good["counted"]["convention"].replace("dup:set", "dup:product")}
        ),
        "counted-twice": good["counted"] | {"proof": [["count"], ["count"]]},
        "counted-below-a-branch": good["counted"] | {"proof": [["branch", 0, 0], ["count"], ["count"]]},
        "similarity-that-the-convention-does-not-name": rehashed(
            graded | {"convention": graded["convention"].removesuffix("|sim:test")}
        ),
        "similarity-that-the-convention-only-names": rehashed(boy | {"convention": boy["convention"] + "|sim:test"}),
    }


def _graded(record: dict, change) -> dict:
    similarity = record["similarity"]
    return record | {"similarity": similarity | {"pairs": change(similarity["pairs"])}}


def _without_last_pair(record: dict) -> dict:
    """An honest alignment that is not the best, with its honest value: the last pair, (run-02, walk-01), is worth 6."""
    assert record["left"]["attributes"][-1] and record["alignment"][-1] == [3, 3]
    lost = 6 + 6  # its similarity and its relation
    return record | {"alignment": record["alignment"][:-1], "matched": record["matched"] - lost}


def _changed(proof: list, node: int, part: int, change) -> list:
    proof = copy.deepcopy(proof)
    proof[node][part] = change(proof[node][part])
    return proof


def _with_stars(proof: list, stars: list[int]) -> list:
    """The proof with these stars in its first node."""
    return _changed(proof, 0, 4, lambda _: stars)


def _as_leaf(proof: list) -> list:
    """The first fix node called a leaf, and what follows it left out."""
    fix = next(number for number, node in enumerate(proof) if node[0] == "fix")
    return [*proof[:fix], ["leaf", *proof[fix][1:]]]


def _weaker(record: dict) -> dict:
    """An honest alignment that is not the best, with its honest value."""
    return record | {"alignment": record["alignment"][1:2], "matched": 1}


def _with_leaf_of(proof: list, taker: int, giver: int) -> list:
    proof = copy.deepcopy(proof)
    proof[taker] = proof[giver]
    return proof


def malformed() -> dict[str, str]:
    """Lines that are no certificates."""
    boy = correct()["boy-smatch"]
    line = json.dumps(boy, separators=(",", ":"))

    def with_text(old: str, new: str) -> str:
        assert old in line, old
        return line.replace(old, new, 1)

    matched = f'"matched":{boy["matched"]}'
    leaf = json.dumps(boy["proof"][0][:2], separators=(",", ":"))[:-1]
    return {
        "empty-line": "",
        "not-json": "smatchproof",
        "a-list": "[]",
        "truncated": line[: len(line) // 2],
        "two-objects": line + line,
        "duplicate-key": with_text(matched, f"{matched},{matched}"),
        "key-missing": with_text(f"{matched},", ""),
        "key-unknown": with_text(matched, f'{matched},"trust":"me"'),
        "another-format": with_text("certificate 4", "certificate 5"),
        "older-format": with_text("certificate 4", "certificate 3"),
        "value-true": with_text(matched, '"matched":true'),
        "value-a-float": with_text(matched, f"{matched}.0"),
        "value-in-exponents": with_text(matched, '"matched":5e0'),
        "value-nan": with_text(matched, '"matched":NaN'),
        "value-a-string": with_text(matched, '"matched":"5"'),
        "value-negative": with_text(matched, '"matched":-5'),
        "value-huge": with_text(matched, '"matched":' + "9" * 5000),
        "multiplier-huge": with_text(leaf, f'["leaf",{"9" * 30}'),
        "scale-true": with_text(leaf, '["leaf",true'),
        "scale-a-float": with_text(leaf, '["leaf",1.0'),
        "alignment-true": with_text('"alignment":[[0,0]', '"alignment":[[false,0]'),
        "alignment-no-pairs": with_text('"alignment":[[0,0]', '"alignment":[[0]'),
        "alignment-null": with_text(json.dumps(boy["alignment"], separators=(",", ":")), "null"),
        "proof-null": json.dumps(boy | {"proof": None}),
        "proof-of-numbers": json.dumps(boy | {"proof": [1]}),
        "leaf-too-short": json.dumps(boy | {"proof": [["leaf", 1, [], []]]}),
        "leaf-of-strings": json.dumps(boy | {"proof": [["leaf", 1, ["0", "9"], [], []]]}),
        "leaf-of-the-old-format": json.dumps(boy | {"proof": [["leaf", 1, [0, 0, [], []], [0, 9, 1, 9], []]]}),
        "too-many-rows": json.dumps(boy | {"proof": [["leaf", 1, [9, 9, 9, 9], [], []]]}),
        "too-many-columns": json.dumps(boy | {"proof": [["leaf", 1, [], [9, 9, 9, 9], []]]}),
        "star-of-a-pair-out-of-range": json.dumps(boy | {"proof": [["leaf", 1, [9, 9, 9], [], [9, 0, 1]]]}),
        "star-with-a-line-out-of-range": json.dumps(boy | {"proof": [["leaf", 1, [9, 9, 9], [], [0, 6, 1]]]}),
        "star-cut-off": json.dumps(boy | {"proof": [["leaf", 1, [9, 9, 9], [], [0, 0]]]}),
        "star-given-twice": json.dumps(boy | {"proof": [["leaf", 1, [9, 9, 9], [], [0, 1, 1, 0, 1, 1]]]}),
        "branch-with-true": json.dumps(boy | {"proof": [["branch", False, 0], *boy["proof"], *boy["proof"]]}),
        "unknown-node": json.dumps(boy | {"proof": [["trust"]]}),
        "variable-out-of-range": json.dumps(rehashed(boy | {"left": boy["left"] | {"variables": ["w"]}})),
        "similarity-null": json.dumps(rehashed(boy | {"similarity": None})),
        "similarity-without-pairs": json.dumps(rehashed(boy | {"similarity": {"denominator": 6}})),
        "similarity-of-three": json.dumps(rehashed(boy | {"similarity": {"denominator": 6, "pairs": [["/", "a", 3]]}})),
        "attribute-too-short": json.dumps(rehashed(boy | {"left": boy["left"] | {"attributes": [["/", 0]]}})),
        "convention-without-a-rule": json.dumps(rehashed(boy | {"convention": "conv:smatch|top:const"})),
        "convention-with-two-rules": json.dumps(rehashed(boy | {"convention": "dup:set|dup:product"})),
        "convention-with-an-unknown-rule": json.dumps(rehashed(boy | {"convention": "dup:most"})),
        "nested-brackets": "[" * 20_000,
        "nested-brackets-in-the-proof": line.replace(json.dumps(boy["proof"], separators=(",", ":")), "[" * 20_000),
        **_with_weights(),
        "not-utf-8": line.replace("boy", "b\udcffy"),
    }


def _reweighted(record: dict, amount: int) -> dict:
    """The record with another weight of the first triple that has one and is matched."""
    changed = copy.deepcopy(record)
    heavy = [triple for triple in changed["left"]["attributes"] if len(triple) == 4 and triple[2] in ("boy", "want-01")]
    heavy[0][3] += amount
    return changed


def _without_weights(record: dict) -> dict:
    changed = copy.deepcopy(record)
    for side in ("left", "right"):
        for part in ("attributes", "relations"):
            changed[side][part] = [triple[:3] for triple in changed[side][part]]
    return changed


def _with_weights() -> dict[str, str]:
    """Weights that are none."""
    heavy = correct()["weighted-boy"]

    def with_weight(weight: object) -> str:
        record = copy.deepcopy(heavy)
        next(triple for triple in record["left"]["relations"] if len(triple) == 4)[3] = weight
        return json.dumps(rehashed(record))

    wrong = {"0": 0, "negative": -2, "a-float": 2.0, "true": True, "null": None, "a-string": "2", "huge": 10**36}
    return {f"weight-{name}": with_weight(weight) for name, weight in wrong.items()}


def write() -> None:
    """Write all files anew."""
    for folder, lines in (
        ("correct", {name: json.dumps(record, separators=(",", ":")) for name, record in correct().items()}),
        ("incorrect", {name: json.dumps(record, separators=(",", ":")) for name, record in incorrect().items()}),
        ("malformed", malformed()),
    ):
        for old in (FOLDER / folder).glob("*.jsonl"):
            old.unlink()
        for name, line in lines.items():
            (FOLDER / folder / f"{name}.jsonl").write_bytes(line.encode("utf-8", "surrogateescape") + b"\n")


if __name__ == "__main__":
    write()
