#!/usr/bin/env bash
# Guess: a grammar of variables (a letter and digits) and concepts (letters, hyphens, digits) reads "boy" as one concept and "b" as a
#        variable; the two parsers of Lark differ in what grammars they take, not in how they cut a text that both take.
# True:  by default (Earley) lark 1.3.1 reads "boy" as three variables, as no space has to lie between words; with parser="lalr" the
#        longer expression wins everywhere, and "b" is a concept.
# Hurts: those who write a reader for PENMAN, DIMACS or patterns: a graph that is read, and is another one.
. "$(dirname "$0")/common.bash"
pypi lark==1.3.1
python - <<'PY' | seen 'lark 1.3.1
as it is: variable b, variable b, variable o, variable y, concept want-01
lalr: concept b, concept boy, concept want-01'
from importlib.metadata import version

from lark import Lark

print("lark", version("lark"))
grammar = """
    start: (VARIABLE | CONCEPT)+
    VARIABLE: /[a-z][0-9]*/
    CONCEPT: /[a-z]+(-[0-9]+)?/
    %ignore " "
"""
for options in ({}, {"parser": "lalr"}):
    tokens = Lark(grammar, **options).parse("b boy want-01").children
    print(options.get("parser", "as it is") + ":", ", ".join(f"{token.type.lower()} {token}" for token in tokens))
PY
