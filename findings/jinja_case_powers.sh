#!/usr/bin/env bash
# Guess: filters of Jinja2 compare texts as Python does, and its expressions have Python's values.
# True:  in Jinja2 3.1.6 unique, sort, groupby, min and max take capital and small letters for one, unless case_sensitive is given:
#        unique drops the second of March and march, and groupby puts both in one group. -2 ** 2 is 4, and 2 ** 3 ** 2 is
#        64, where Python has -4 and 512. truncate(10) leaves a text of up to 15 letters as it is.
# Hurts: those who count or group concepts and names in a template of a report, and those who compute variances there.
. "$(dirname "$0")/common.bash"
pypi jinja2==3.1.6
python - <<'PY' | seen "Jinja2 3.1.6
unique ['March', 'may']
groups March 2, may 1
the greatest of B and a: B, in Python: a
-2 ** 2 = 4, in Python: -4; 2 ** 3 ** 2 = 64, in Python: 512
truncate(10): abcdefghijklmno, abcdefg..."
from importlib.metadata import version

from jinja2 import Environment

def render(template, **values):
    return Environment().from_string(template).render(words=["March", "march", "may"], **values)

print("Jinja2", version("jinja2"))
print("unique", render("{{ words | unique | list }}"))
rows = [{"word": word} for word in ("March", "march", "may")]
print("groups", render("{% for key, group in rows | groupby('word') %}{{ key }} {{ group | length }}{{ ', ' if not loop.last }}{% endfor %}", rows=rows))
print(f"the greatest of B and a: {render('{{ pair | max }}', pair=['B', 'a'])}, in Python: {max('Ba')}")
print(f"-2 ** 2 = {render('{{ -2 ** 2 }}')}, in Python: {-2 ** 2}", end="; ")
print(f"2 ** 3 ** 2 = {render('{{ 2 ** 3 ** 2 }}')}, in Python: {2 ** 3 ** 2}")
texts = "abcdefghijklmno", "abcdefghijklmnop"
print("truncate(10):", ", ".join(render("{{ text | truncate(10) }}", text=text) for text in texts))
PY
