#!/usr/bin/env bash
# Guess: a difference of cost 0 is no difference, and the cost does not depend on which document comes first.
# True:  graphtage 0.5.0 counts letters: [1] and ["1"], 1.0 or [true] are at 0, and so are a list and one with an empty string more.
#        [null] into [0] costs 2, and [0] into [null] 4.
# Hurts: those who take the cost for a distance of documents, or look for changed ones by it.
. "$(dirname "$0")/common.bash"
pypi graphtage==0.5.0
python - 2>/dev/null <<'PY' | seen "graphtage 0.5.0
[1] and ['1']: 0, and back 0
[1] and [1.0]: 0, and back 0
[1] and [True]: 0, and back 0
[] and ['']: 0, and back 0
[] and [[]]: 1, and back 1
[None] and [0]: 2, and back 4
[1] and [2]: 1, and back 1
['boy'] and ['girl']: 4, and back 4"
from importlib.metadata import version

from graphtage.json import build_tree

print("graphtage", version("graphtage"))
for one, other in (([1], ["1"]), ([1], [1.0]), ([1], [True]), ([], [""]), ([], [[]]), ([None], [0]), ([1], [2]), (["boy"], ["girl"])):
    there, back = (build_tree(first).diff(build_tree(second)).edited_cost() for first, second in ((one, other), (other, one)))
    print(f"{one} and {other}: {there}, and back {back}")
PY
