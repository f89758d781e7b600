#!/usr/bin/env bash
# Guess: a list of texts that one library writes as YAML is the same list of texts in another: what needs quotes gets them.
# True:  each quotes what it would misread itself. ruamel.yaml 0.19.1 writes YAML 1.2, where 12:30 and no are plain texts, and says so
#        nowhere in the file; to PyYAML 6.0.4, which reads YAML 1.1, they are 750 and False. PyYAML writes 1e3, 0o7 and 08 as
#        plain texts, and to ruamel.yaml they are 1000.0, 7 and 8. The float 1e20 of ruamel.yaml is a text to PyYAML.
# Hurts: those who keep values of meaning graphs in YAML: times, answers, numerals, and scores in e-notation.
. "$(dirname "$0")/common.bash"
pypi PyYAML==6.0.4 ruamel.yaml==0.19.1
python - <<'PY' | seen "PyYAML 6.0.4 ruamel.yaml 0.19.1
PyYAML to PyYAML: as they were
PyYAML to ruamel.yaml: '1e3' is 1000.0, '0o7' is 7, '08' is 8
ruamel.yaml to PyYAML: '12:30' is 750, 'no' is False, 'on' is True, 1e+20 is '1e+20'
ruamel.yaml to ruamel.yaml: as they were"
import io
from importlib.metadata import version

import yaml
from ruamel.yaml import YAML


def ruamel(values):
    text = io.StringIO()
    YAML(typ="safe", pure=True).dump(values, text)
    return text.getvalue()


WRITE = {"PyYAML": yaml.safe_dump, "ruamel.yaml": ruamel}
READ = {"PyYAML": yaml.safe_load, "ruamel.yaml": YAML(typ="safe", pure=True).load}
VALUES = ["12:30", "no", "on", "010", "1_000", "1e3", "0o7", "08", "-", "null", 1e20]

print(*(f"{name} {version(name)}" for name in WRITE))
for writer, write in WRITE.items():
    for reader, read in READ.items():
        back = read(write(VALUES))
        changed = [f"{value!r} is {other!r}" for value, other in zip(VALUES, back, strict=True) if repr(value) != repr(other)]
        print(f"{writer} to {reader}:", ", ".join(changed) or "as they were")
PY
