#!/usr/bin/env bash
# Guess: ignore_order compares two lists as sets or bags of their items, so that triples in another order are equal, and other triples
#        are not.
# True:  DeepDiff 9.1.0 leaves order aside within the items, too: (boy, sees, girl) and (girl, sees, boy) are equal, and their hashes
#        are; an item that is there twice counts once, unless repetitions are asked for. And keys of dictionaries that begin with two
#        underscores are left out, with or without order.
# Hurts: those who test a reader or a parser by lists of triples: other graphs pass.
. "$(dirname "$0")/common.bash"
pypi deepdiff==9.1.0
python - <<'PY' | seen 'deepdiff 9.1.0
who sees whom: {} hashes equal: True
sorted, in order: 1 kind of change
once or twice: {}
__labels__: {} labels: 1 change'
from importlib.metadata import version

from deepdiff import DeepDiff, DeepHash


def hashed(thing):
    return DeepHash(thing)[thing]


print("deepdiff", version("deepdiff"))
first, second = [("boy", "sees", "girl"), ("girl", "is", "tall")], [("girl", "is", "tall"), ("girl", "sees", "boy")]
print("who sees whom:", DeepDiff(first, second, ignore_order=True), "hashes equal:", hashed(first[0]) == hashed(second[1]))
print("sorted, in order:", len(DeepDiff(sorted(first), sorted(second))), "kind of change")
print("once or twice:", DeepDiff([*first, first[0]], first, ignore_order=True))
print("__labels__:", DeepDiff({"__labels__": "boy"}, {"__labels__": "girl"}), "labels:", len(DeepDiff({"labels": "boy"}, {"labels": "girl"})), "change")
PY
