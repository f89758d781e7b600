#!/usr/bin/env bash
# Guess: with costs of one's own, APTED returns the least cost of an edit script, as its mapping has.
# True:  APTED 1.0.3 can return less, where one of two subtrees is a single node: if the nodes of the other cost less together
#        than the single one, and than a renaming less one of them, the distance is twice their cost. With 1 to delete, 5 to
#        insert and 4 to rename, from b(b) to a it returns 4; its own mapping costs 5, as does the least of all scripts, which
#        zss 1.2.0 finds. With equal costs of deletions and insertions all distances are right.
# Hurts: those who pay less for deletions than for insertions, or forbid by a high cost that concepts are renamed.
. "$(dirname "$0")/common.bash"
pypi zss==1.2.0 apted==1.0.3 numpy==2.4.6
python - <<'PY' | seen 'APTED 1.0.3 zss 1.2.0
{b{b}} to {a} APTED 4 its mapping 5 zss 5
{b{b}{b}} to {a} APTED 6 its mapping 6 zss 6
{c{b{b}}} to {c{a}} APTED 5 its mapping 5 zss 5
delete 1 insert 5 rename 4: of 400 pairs, too small 7, too large 0
delete 5 insert 1 rename 4: of 400 pairs, too small 5, too large 0
delete 1 insert 5 rename 10: of 400 pairs, too small 11, too large 0
delete 1 insert 1 rename 2: of 400 pairs, too small 0, too large 0
delete 3 insert 3 rename 10: of 400 pairs, too small 0, too large 0'
import random
from importlib.metadata import version

import zss
from apted import APTED, Config
from apted.helpers import Tree


class Costs(Config):
    """Costs of each operation."""

    def __init__(self, delete, insert, rename):
        self.costs = delete, insert, rename

    def delete(self, node):
        return self.costs[0]

    def insert(self, node):
        return self.costs[1]

    def rename(self, one, other):
        return self.costs[2] * (one.name != other.name)


def apted(left, right, costs):
    """Return the distance and the cost of the mapping."""
    run = APTED(Tree.from_text(left), Tree.from_text(right), costs)
    pairs = run.compute_edit_mapping()
    cost = sum(costs.rename(*pair) if all(pair) else costs.delete(pair[0]) if pair[0] else costs.insert(pair[1]) for pair in pairs)
    return run.compute_edit_distance(), cost


def tree(text):
    """Return the tree in brackets as one of zss."""
    stack = [zss.Node("")]
    for sign in text:
        if sign == "}":
            stack.pop()
        elif sign != "{":
            stack.append(zss.Node(sign))
            stack[-2].addkid(stack[-1])
    return stack[0].children[0]


def by_zss(left, right, costs):
    change = lambda one, other: costs.costs[2] * (one.label != other.label)
    return zss.distance(tree(left), tree(right), zss.Node.get_children, costs.insert, costs.delete, change)


def random_tree(rng):
    text = "{" + rng.choice("ab") + "}"
    for _ in range(rng.randint(0, 3)):
        end = rng.choice([place for place, sign in enumerate(text) if sign == "}"])
        text = text[:end] + "{" + rng.choice("ab") + "}" + text[end:]
    return text


print("APTED", version("apted"), "zss", version("zss"))
for left, right in (("{b{b}}", "{a}"), ("{b{b}{b}}", "{a}"), ("{c{b{b}}}", "{c{a}}")):
    costs = Costs(1, 5, 4)
    distance, mapping = apted(left, right, costs)
    print(left, "to", right, "APTED", int(distance), "its mapping", int(mapping), "zss", int(by_zss(left, right, costs)))
for costs in ((1, 5, 4), (5, 1, 4), (1, 5, 10), (1, 1, 2), (3, 3, 10)):
    below = unequal = 0
    for seed in range(400):
        rng = random.Random(seed)
        left, right = random_tree(rng), random_tree(rng)
        distance, least = apted(left, right, Costs(*costs))[0], by_zss(left, right, Costs(*costs))
        below += distance < least
        unequal += distance > least
    print("delete {} insert {} rename {}:".format(*costs), f"of 400 pairs, too small {below}, too large {unequal}")
PY
