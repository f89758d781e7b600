#!/usr/bin/env bash
# Guess: a library that writes TOML gives back the dictionaries and lists that it was given, or refuses what it cannot write, such as
#        None.
# True:  toml 0.10.2 writes a dictionary in a list of lists as the list of its keys, and the values are gone; of None in a list it makes
#        the text "None", and drops a key with None. rtoml 0.14.0 makes the text "null" of both. tomli-w 1.2.0 and
#        tomlkit 0.15.2 keep the dictionaries and refuse None.
# Hurts: those who store triples, alignments or results of runs: a concept None or null that no graph has.
. "$(dirname "$0")/common.bash"
pypi toml==0.10.2 rtoml==0.14.0 tomli-w==1.2.0 tomlkit==0.15.2
python - <<'PY' | seen "read by Python's tomllib:
toml 0.10.2
  {'pairs': [[{'boy': 'girl'}], [{'go': 'run'}]]} is {'pairs': [[['boy']], [['go']]]}
  {'concepts': ['boy', None]} is {'concepts': ['boy', 'None']}
  {'concept': None} is {}
rtoml 0.14.0
  {'pairs': [[{'boy': 'girl'}], [{'go': 'run'}]]} is {'pairs': [[{'boy': 'girl'}], [{'go': 'run'}]]}
  {'concepts': ['boy', None]} is {'concepts': ['boy', 'null']}
  {'concept': None} is {'concept': 'null'}
tomli-w 1.2.0
  {'pairs': [[{'boy': 'girl'}], [{'go': 'run'}]]} is {'pairs': [[{'boy': 'girl'}], [{'go': 'run'}]]}
  {'concepts': ['boy', None]} is refused
  {'concept': None} is refused
tomlkit 0.15.2
  {'pairs': [[{'boy': 'girl'}], [{'go': 'run'}]]} is {'pairs': [[{'boy': 'girl'}], [{'go': 'run'}]]}
  {'concepts': ['boy', None]} is refused
  {'concept': None} is refused"
import tomllib
from importlib.metadata import version

import rtoml
import toml
import tomli_w
import tomlkit

CASES = {"pairs": [[{"boy": "girl"}], [{"go": "run"}]]}, {"concepts": ["boy", None]}, {"concept": None}
print("read by Python's tomllib:")
for library in (toml, rtoml, tomli_w, tomlkit):
    name = library.__name__.replace("_", "-")
    print(name, version(name))
    for case in CASES:
        try:
            print(" ", case, "is", tomllib.loads(library.dumps(case)))
        except (TypeError, ValueError):
            print(" ", case, "is refused")
PY
