#!/usr/bin/env bash
# Guess: a library that turns dictionaries into dataclasses checks the types that these declare, or converts a text as JSON would.
# True:  cattrs 26.2.1 and mashumaro 3.23 call the type: "false" is True, 2.7 is 2, None is "None", "nan" is a number, and
#        "abc" is the list of its letters. dacite 1.9.2 refuses all of these, except True for an int. None of the three refuses an
#        unknown key unless told to.
# Hurts: those who read settings or results from files or forms: the mistakes of a file are values.
. "$(dirname "$0")/common.bash"
pypi cattrs==26.2.1 mashumaro==3.23 dacite==1.9.2
python - <<'PY' | seen "cattrs 26.2.1 mashumaro 3.23 dacite 1.9.2
proved: 'false', cattrs True, mashumaro True, dacite refused
seed: 2.7, cattrs 2, mashumaro 2, dacite refused
seed: '3', cattrs 3, mashumaro 3, dacite refused
seed: True, cattrs 1, mashumaro 1, dacite True
name: None, cattrs 'None', mashumaro 'None', dacite refused
rate: 'nan', cattrs nan, mashumaro nan, dacite refused
systems: 'abc', cattrs ['a', 'b', 'c'], mashumaro ['a', 'b', 'c'], dacite refused
sead: 1, cattrs 'taken', mashumaro 'taken', dacite 'taken'"
from dataclasses import dataclass, field
from importlib.metadata import version

import cattrs
import dacite
from mashumaro.codecs import BasicDecoder

print(*(f"{name} {version(name)}" for name in ("cattrs", "mashumaro", "dacite")))


@dataclass
class Run:
    seed: int = 0
    proved: bool = False
    name: str = ""
    rate: float = 0.0
    systems: list[str] = field(default_factory=list)


readers = {"cattrs": lambda row: cattrs.structure(row, Run), "mashumaro": BasicDecoder(Run).decode, "dacite": lambda row: dacite.from_dict(Run, row)}
for key, value in (("proved", "false"), ("seed", 2.7), ("seed", "3"), ("seed", True), ("name", None), ("rate", "nan"), ("systems", "abc"), ("sead", 1)):
    print(f"{key}: {value!r}", end="")
    for name, read in readers.items():
        try:
            print(f", {name}", repr(getattr(read({key: value}), key, "taken")), end="")
        except Exception:  # each library has its own
            print(f", {name} refused", end="")
    print()
PY
