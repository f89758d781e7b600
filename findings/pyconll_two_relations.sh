#!/usr/bin/env bash
# Guess: the enhanced graph of a sentence is kept by CoNLL-U readers: column DEPS lists heads and relations, and a head may be
#        there twice, as where a subject is also controlled.
# True:  pyconll 3.3.1 has one relation for each head: of 1:nsubj|1:nsubj:xsubj the last stays. The validator of Universal
#        Dependencies only forbids the same head with the same relation. conllu 6.0.0 and udapi 0.5.2 keep both.
# Hurts: those who count edges of enhanced graphs, or convert them to other meaning representations.
. "$(dirname "$0")/common.bash"
pypi conllu==6.0.0 pyconll==3.3.1 udapi==0.5.2
printf '# sent_id = 1\n# text = go there\n1\tgo\tgo\tVERB\t_\t_\t0\troot\t0:root\t_\n2\tthere\tthere\tADV\t_\t_\t1\tadvmod\t1:advmod|1:obl\t_\n\n' > g.conllu
python - <<'PY' | seen 'conllu 6.0.0 pyconll 3.3.1 udapi 0.5.2
conllu 1:advmod|1:obl
pyconll 1:obl
udapi 1:advmod|1:obl'
from importlib.metadata import version

import conllu
import pyconll
from udapi.core.document import Document

print(*(f"{name} {version(name)}" for name in ("conllu", "pyconll", "udapi")))
text = open("g.conllu").read()
document = Document()
document.from_conllu_string(text)
for name, written in (
    ("conllu", conllu.parse(text)[0].serialize()),
    ("pyconll", pyconll.load_from_string(text).conll()),
    ("udapi", document.to_conllu_string()),
):
    print(name, next(line.split("\t")[8] for line in written.splitlines() if line.startswith("2\t")))
PY
