#!/usr/bin/env bash
# Guess: a tree is at the distance 0 from itself, as a number of groups and as a share of them.
# True:  scikit-bio 0.7.4 has 0 groups and the share 1, the largest there is, for compare_rfd with proportion=True and for compare_subsets,
#        where neither tree has a group of some of its leaves: (a,b,c) is at 1 from itself. So are ((a,b),(c,d)) and ((a,b),(x,y)) by
#        compare_rfd, which leaves out leaves that only one of them has: the number is 0 and the share 1. Leaves of one name are one in
#        a group: ((a,a),(b,b)) and ((a,b),(a,b)) differ by 0.
# Hurts: those who average over sentences, of which short ones are flat trees, or where a word occurs twice.
. "$(dirname "$0")/common.bash"
pypi scikit-bio==0.7.4
python -W ignore - <<'PY' | seen 'scikit-bio 0.7.4
((a,b),c); ((a,b),c); number 0, share 0, share of subsets 0
(a,b,c); (a,b,c); number 0, share 1, share of subsets 1
((a,b),(c,d)); ((a,b),(x,y)); number 0, share 1, share of subsets 0.5
((a,a),(b,b)); ((a,b),(a,b)); number 0, share 1, share of subsets 1'
from importlib.metadata import version
from io import StringIO

import skbio

print("scikit-bio", version("scikit-bio"))
for first, second in (
    ("((a,b),c);", "((a,b),c);"),
    ("(a,b,c);", "(a,b,c);"),
    ("((a,b),(c,d));", "((a,b),(x,y));"),
    ("((a,a),(b,b));", "((a,b),(a,b));"),
):
    one, other = (skbio.TreeNode.read(StringIO(text)) for text in (first, second))
    print(first, second, f"number {one.compare_rfd(other):g}, share {one.compare_rfd(other, proportion=True):g},", end=" ")
    print(f"share of subsets {one.compare_subsets(other):g}")
PY
