#!/usr/bin/env bash
# Guess: a copy of a Struct is made as that of a dataclass is: copy, deepcopy and pickle carry the fields and whatever else
#        the object holds over, and __post_init__ is for new objects.
# True:  with msgspec 0.22.0 deepcopy and unpickling call __post_init__ again, and copy.copy does not: a length given in
#        metres and kept in centimetres grows a hundredfold. Attributes of a Struct with dict=True, such as cached
#        properties, are in no copy. A dataclass runs __post_init__ in none of the three, and keeps these attributes.
# Hurts: those whose __post_init__ converts, counts or looks up what a worker process does not have yet.
. "$(dirname "$0")/common.bash"
pypi msgspec==0.22.0
python - <<'PY' | seen "msgspec 0.22.0
Struct 100 note | copy 100 {} | deepcopy 10000 {} | unpickled 10000 {}
dataclass 100 note | copy 100 {'note': 'note'} | deepcopy 100 {'note': 'note'} | unpickled 100 {'note': 'note'}"
import copy
import dataclasses
import pickle
from importlib.metadata import version

import msgspec

class Struct(msgspec.Struct, dict=True):
    length: int

    def __post_init__(self):
        self.length *= 100

@dataclasses.dataclass
class Dataclass:
    length: int
    __post_init__ = Struct.__post_init__

print("msgspec", version("msgspec"))
for kind in (Struct, Dataclass):
    one = kind(1)
    one.note = "note"
    copies = {"copy": copy.copy(one), "deepcopy": copy.deepcopy(one), "unpickled": pickle.loads(pickle.dumps(one))}
    print(kind.__name__.lower().replace("struct", "Struct"), one.length, one.note, end="")
    for name, other in copies.items():
        print(" |", name, other.length, {key: value for key, value in vars(other).items() if key != "length"}, end="")
    print()
PY
