#!/usr/bin/env bash
# Guess: an attribute whose part of a rule is optional is None where the text lacks it, and a keyword is a whole word.
# True:  for textX 4.4.0 a missing number is 0, a missing text "" and a missing truth value False, the same as if they were written. The
#        keyword "in" matches the beginning of "int". auto_init_attributes=False and autokwd=True do what one would guess.
# Hurts: those who read graphs or logs: a node without a number has the number 0, and means fall.
. "$(dirname "$0")/common.bash"
pypi textx==4.4.0
python - <<'PY' | seen "textX 4.4.0
{} ('a', 0, '', False) ('b', 0, '', False)
{'auto_init_attributes': False} ('a', None, None, None) ('b', 0, '', False)
{} int is read as the word t
{'autokwd': True} int is read as the word int"
from importlib.metadata import version

from textx import metamodel_from_str

NODES = """
    Graph: nodes*=Node;
    Node: 'node' name=ID ('weight' weight=INT)? ('label' label=STRING)? ('top' top=BOOL)?;
"""
TEXT = 'node a node b weight 0 label "" top false'
print("textX", version("textx"))
for options in ({}, {"auto_init_attributes": False}):
    print(options, *((node.name, node.weight, node.label, node.top) for node in metamodel_from_str(NODES, **options).model_from_str(TEXT).nodes))
for options in ({}, {"autokwd": True}):
    words = metamodel_from_str("Text: 'in'? word=ID;", **options).model_from_str("int")
    print(options, "int is read as the word", words.word)
PY
