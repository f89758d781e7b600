"""The rules of a convention give its triples; switched one by one they lead from one convention to another."""

import random

import pytest

from smatchproof.conventions.convention_rules import RULES
from smatchproof.conventions.conventions import CONVENTIONS, convention
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.corpus.convention_shares import differing, switched

ROLE_NAMES = """
ARG0 ARG0-of arg1-of-of mod mod-of domain domain-of consist-of consist prep-out-of polarity polarity-of TOP top name op1
ARG2~e.3 ARG2-of~e.3 domain~e.1 x_
"""
VALUES = [
    *('"New York"', '"new york"', "5", '"5"', "b~e.4", '"b"', '"b"~e.1', "B", "-", "top", "Top_"),
    *("expressive", '"B"'),
]
CONCEPTS = ["boy", "Boy", "boy~e.2", '"a boy"', "be-located-at-91", "have-mod-91", "boy_", "x", "accompany-01"]


def random_text(rng):
    """A graph of a few nodes in PENMAN notation, with all that conventions read differently."""
    names = rng.sample(["a", "B", "b", "A", "c", "x1"], rng.randrange(1, 5))
    roles = ["ARG1", "ARG2", "ARG1-of", *ROLE_NAMES.split()]

    def node(at):
        parts = [f"({names[at]} / {rng.choice(CONCEPTS)}"]
        for _ in range(rng.randrange(4)):
            target = rng.choice([*VALUES, *names])
            parts.append(f":{rng.choice(roles)} {target}")
        if at + 1 < len(names):
            parts.append(f":{rng.choice(roles)} {node(at + 1)}")
        return " ".join(parts) + ")"

    return node(0)


@pytest.mark.parametrize("top", [None, "concept", "none"])
def test_the_fast_reading_of_smatch_does_what_its_rules_say(top):
    rng, rule = random.Random("smatch"), convention("smatch", top=top)
    rules = switched(rule, rule)
    assert type(rules.read) is not type(rule.read)
    for _ in range(600):
        graph = parse_graph(random_text(rng))
        found, expected = rules.triples(graph), rule.triples(graph)
        assert (found.variables, found.attributes, found.relations) == (
            expected.variables, expected.attributes, expected.relations
        )  # fmt: skip


def test_every_rule_differs_somewhere():
    rules = CONVENTIONS.values()
    assert {name for one in rules for other in rules for name in differing(one, other)} == {*RULES}


def test_switching_all_rules_leads_to_the_other_convention():
    one, other = CONVENTIONS["paper"], CONVENTIONS["smatchpp-amr"]
    for name in differing(one, other):
        one = switched(one, other, name)
    assert (one.read, one.top, one.duplicates) == (switched(other, other).read, other.top, other.duplicates)
