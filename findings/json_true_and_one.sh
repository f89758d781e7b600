#!/usr/bin/env bash
# Guess: a difference of two JSON documents tells true from 1, and false from 0, as JSON has two kinds of values there.
# True:  jsondiff 2.2.1 and dictdiffer 0.10.0 compare as Python does: nothing differs, and a patch changes nothing. DeepDiff 9.1.0
#        and jsonpatch 1.33 see it where it is the value of a key, and not where it is an item of a list.
# Hurts: those who compare exports of graphs, in which true and 1 are two values of an attribute.
. "$(dirname "$0")/common.bash"
pypi jsondiff==2.2.1 dictdiffer==0.10.0 deepdiff==9.1.0 jsonpatch==1.33
python - <<'PY' | seen 'jsondiff 2.2.1 dictdiffer 0.10.0 deepdiff 9.1.0 jsonpatch 1.33
{"polarity": 1} {"polarity": true} jsondiff: equal dictdiffer: equal deepdiff: differ jsonpatch: differ
{"polarity": [0]} {"polarity": [false]} jsondiff: equal dictdiffer: equal deepdiff: equal jsonpatch: equal
{"polarity": [1]} {"polarity": [true]} jsondiff: equal dictdiffer: equal deepdiff: equal jsonpatch: equal
patched: {"polarity": 1}'
import json
from importlib.metadata import version

import dictdiffer
import jsondiff
import jsonpatch
from deepdiff import DeepDiff

print(*(f"{name} {version(name)}" for name in ("jsondiff", "dictdiffer", "deepdiff", "jsonpatch")))
for before, after in (('{"polarity": 1}', '{"polarity": true}'), ('{"polarity": [0]}', '{"polarity": [false]}'), ('{"polarity": [1]}', '{"polarity": [true]}')):
    first, second = json.loads(before), json.loads(after)
    differ = {
        "jsondiff": jsondiff.diff(first, second),
        "dictdiffer": [*dictdiffer.diff(first, second)],
        "deepdiff": DeepDiff(first, second),
        "jsonpatch": [*jsonpatch.make_patch(first, second)],
    }
    print(before, after, *(f"{name}: {'differ' if found else 'equal'}" for name, found in differ.items()))
print("patched:", json.dumps(jsondiff.patch({"polarity": 1}, jsondiff.diff({"polarity": 1}, {"polarity": True}))))
PY
