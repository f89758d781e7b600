"""Conventions named after programs, to the letter: on adversarial graphs equal to the real programs, or refused."""

import random
import re
from collections import Counter

from smatchproof.base.errors import UsageError
from smatchproof.public import convention, parse_graph
from tests import peers
from tests.graphs.test_program_readers import counted, nameless, of_smatch, of_smatchpp

VARIABLES = ("a", "b", "c", "d", "A", "b2", "xv0", "aa")


CONCEPTS = (
    "cat", "run-01", "Boy", "be-located-at-91", "O'Neil", "x~e.1", '"New York"', '"it\'s"', "b", "_x_", "a_b",
    "cat~e.3,4", '"(a"', "have-rel-role-91",
)  # fmt: skip


CONSTANTS = (
    "-", "5", '"5"', '""', '" "', '"a  b"', '" a"', '"a "', '"it\'s"', "don't", "'q'", r'"\""', r'"a\"b"',
    r'"a \"b c\" d"', r'"x\"(\"y"', '"a"~e.2', '"a b"~e.1', "5~e.3", "expressive", '"b"', "b", '"c d"', '"a:b"',
    '"a/b"', '"(z)"', '"\'"', "imperative~e.1", '"é ß"', '"~e.1"', '"A_"', "_", '"#"', "A", r'"\\"',
)  # fmt: skip


ROLES = (
    "ARG0", "ARG0-of", "mod", "mod-of", "domain", "domain-of", "consist-of", "polarity", "op1", "ARG0~e.2",
    "ARG1-of~e.1", "instance", "instance-of", "TOP", "top", "root", "name", "prep-out-of", "ARG0-of-of", "Mod", "quant",
    "location", "-of", "wiki",
)  # fmt: skip


REFUSED = re.compile(
    r"(smatch 1\.0\.4|smatchpp 1\.8\.0) (takes|reads|looks for) .*; write it in another way, or choose"
)


def adversarial(rng: random.Random) -> str:
    """A graph of one to five variables from what programs read in different ways."""
    names = rng.sample(VARIABLES, rng.randint(1, 5))
    waiting = list(names)

    def node(depth: int) -> str:
        parts = [f"({waiting.pop(0)} / {rng.choice(CONCEPTS)}"]
        for _ in range(rng.randint(0, 3)):
            role, kind = rng.choice(ROLES), rng.random()
            if waiting and kind < 0.45 and depth < 4:
                target = node(depth + 1)
            else:
                target = rng.choice(names if kind < 0.65 else CONSTANTS)
            parts.append(f":{role} {target}")
        return " ".join(parts) + ")"

    return node(0)


def check(seed: int, number: int) -> Counter:
    """Compare so many graphs; how many were equal or refused under each convention."""
    rng, seen = random.Random(seed), Counter()
    for _ in range(number):
        text = adversarial(rng)
        graph = parse_graph(text)
        for rule in ("smatch-1.0.4", *peers.GRAPH_TYPES):
            try:
                mine = convention(rule).triples(graph)
            except UsageError as error:
                assert REFUSED.match(str(error))
                seen[rule, "refused"] += 1
                continue
            if rule == "smatch-1.0.4":
                assert counted(mine) == of_smatch(text), text
            else:
                kind = peers.GRAPH_TYPES[rule]
                assert nameless(mine) == of_smatchpp(text, kind), text
                assert mine.size == len(peers._smatchpp_triples(text, kind)), text
            seen[rule, "equal"] += 1
    return seen


def test_ten_thousand_adversarial_graphs_are_read_as_the_programs_read_them():
    seen = check(seed=2, number=10_000)
    assert seen["smatch-1.0.4", "equal"] > 8_500 and seen["smatchpp-amr", "equal"] > 6_000
