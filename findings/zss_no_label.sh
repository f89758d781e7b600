#!/usr/bin/env bash
# Guess: simple_distance of trees without labels, or with empty ones, compares their shapes.
# True:  simple_distance of zss 1.2.0 takes the cost of a node to be the distance of its label from the empty one: a node
#        labelled "" is inserted and removed for nothing, and any two trees of such nodes have the distance 0. With another
#        label for all nodes it is the difference of their shapes. APTED 1.0.3 counts nodes with empty labels, as does
#        zss.distance with costs of 1.
# Hurts: those who compare structure alone (unlabelled trees), or have nodes without text.
. "$(dirname "$0")/common.bash"
pypi zss==1.2.0 apted==1.0.3 numpy==2.4.6
python - <<'PY' | seen 'zss 1.2.0 APTED 1.0.3
[[], [], []] and [[[[]]]], all labelled "": simple_distance 0 distance 4 APTED 4
[[], [], []] and [[[[]]]], all labelled "x": simple_distance 4 distance 4 APTED 4
[[], [], []] and [], all labelled "": simple_distance 0 distance 3 APTED 3
[[], [], []] and [], all labelled "x": simple_distance 3 distance 3 APTED 3
[[], []] and [[[]]], all labelled "": simple_distance 0 distance 2 APTED 2
[[], []] and [[[]]], all labelled "x": simple_distance 2 distance 2 APTED 2'
from importlib.metadata import version

import zss
from apted import APTED
from apted.helpers import Tree


def tree(shape, label):
    """Return the tree of nested lists, with one label for all nodes."""
    return zss.Node(label, [tree(each, label) for each in shape])


def brackets(shape, label):
    return "{" + label + "".join(brackets(each, label) for each in shape) + "}"


def unit(left, right):
    return zss.distance(left, right, zss.Node.get_children, lambda node: 1, lambda node: 1, lambda one, other: one.label != other.label)


print("zss", version("zss"), "APTED", version("apted"))
star, path, node = [[], [], []], [[[[]]]], []
for left, right in ((star, path), (star, node), ([[], []], [[[]]])):
    for label in ("", "x"):
        one, other = tree(left, label), tree(right, label)
        counted = APTED(Tree.from_text(brackets(left, label)), Tree.from_text(brackets(right, label))).compute_edit_distance()
        simple = zss.simple_distance(one, other)
        print(f'{left} and {right}, all labelled "{label}": simple_distance {simple:.0f} distance {unit(one, other):.0f} APTED {counted:.0f}')
PY
