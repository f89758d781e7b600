#!/usr/bin/env bash
# Guess: == of two diagrams says whether they are equal in the kind of category that their module names: boxes side by side have no order in
#        a monoidal category, and two swaps are none in a symmetric one.
# True:  == of DisCoPy 1.2.2 compares the lists of boxes from top to bottom. f before g and g before f, side by side, are two diagrams, of
#        which f @ g is one; swapping twice is not the identity, and boxes do not slide through a swap. A sum depends on its order. Within
#        Diagram.hypergraph_equality, a context of symmetric diagrams, those laws hold, and sums keep their order.
# Hurts: those who test a law, or count different meanings of sentences: equal diagrams are unequal, and in a set twice.
. "$(dirname "$0")/common.bash"
pypi discopy==1.2.2 networkx==3.6.1 numpy==2.4.6
python - <<'PY' | seen 'discopy 1.2.2             ==     by hypergraphs
f @ g, f first            True   True
f @ g, g first            False  True
f first, g first          False  True
swap twice, nothing       False  True
f through a swap          False  True
f + h, h + f              False  False'
from importlib.metadata import version

from discopy.symmetric import Box, Diagram, Id, Swap, Ty

a, b = Ty("a"), Ty("b")
f, g, h = Box("f", a, a), Box("g", b, b), Box("h", a, a)
f_first, g_first = f @ Id(b) >> Id(a) @ g, Id(a) @ g >> f @ Id(b)
LAWS = {
    "f @ g, f first": (f @ g, f_first),
    "f @ g, g first": (f @ g, g_first),
    "f first, g first": (f_first, g_first),
    "swap twice, nothing": (Swap(a, b) >> Swap(b, a), Id(a @ b)),
    "f through a swap": (f @ Id(b) >> Swap(a, b), Swap(a, b) >> Id(b) @ f),
    "f + h, h + f": (f + h, h + f),
}
print(f"discopy {version('discopy'):17} ==     by hypergraphs")
for text, (one, other) in LAWS.items():
    plain = one == other
    with Diagram.hypergraph_equality:
        print(f"{text:25} {plain!s:6} {one == other}")
PY
