#!/usr/bin/env bash
# Guess: the keys of a bipartite graph are one side and the items of its sets the other, so that a name may be on both.
# True:  for hopcroftkarp 1.2.5 a name is one node: where each of three variables fits one of three others with the same names, a matching
#        of 3, it finds one pair, in both directions. With other names on the right it finds three.
# Hurts: those who match variables of two graphs, which have the same names: a matching that is not the largest.
. "$(dirname "$0")/common.bash"
pypi hopcroftkarp==1.2.5
python - <<'PY' | seen 'hopcroftkarp 1.2.5
{'"'"'b'"'"': {'"'"'g'"'"'}, '"'"'g'"'"': {'"'"'w'"'"'}, '"'"'w'"'"': {'"'"'b'"'"'}}: 2 of 3 are matched, in 1 pairs
{'"'"'b'"'"': {"g'"'"'"}, '"'"'g'"'"': {"w'"'"'"}, '"'"'w'"'"': {"b'"'"'"}}: 3 of 3 are matched, in 3 pairs'
from importlib.metadata import version

from hopcroftkarp import HopcroftKarp

print("hopcroftkarp", version("hopcroftkarp"))
for fits in ({"b": {"g"}, "g": {"w"}, "w": {"b"}}, {"b": {"g'"}, "g": {"w'"}, "w": {"b'"}}):
    left = sorted(fits)
    print(fits, end=": ")
    matched = HopcroftKarp(fits).maximum_matching()
    print(sum(name in matched for name in left), "of 3 are matched, in", len(matched) // 2, "pairs")
PY
