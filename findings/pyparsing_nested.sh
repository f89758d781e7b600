#!/usr/bin/env bash
# Guess: nested_expr reads brackets within brackets, apart from those in double quotes, and a quoted string has the characters that
#        stand between the quotes.
# True:  for pyparsing 3.3.3 an apostrophe begins a string, too, so that two of them hide the brackets between: four nodes are read as
#        two, without an error. And every text has its tabs replaced by spaces before it is read, those in strings with it;
#        a backslash and a t become a tab.
# Hurts: those who read AMRs or logical forms with it: words such as o'clock are concepts.
. "$(dirname "$0")/common.bash"
pypi pyparsing==3.3.3
python - <<'PY' | seen 'pyparsing 3.3.3
4 brackets, read: 4 (a / and :op1 (h / o-hare) :op2 (b / boy) :op3 (c / o-clock))
4 brackets, read: 2 (a / and :op1 (h / o'"'"'hare) :op2 (b / boy) :op3 (c / o'"'"'clock))
one of its parts: "'"'"'hare) :op2 (b / boy) :op3 (c / o'"'"'"
'"'"'"a\tb"'"'"' is '"'"'a      b'"'"'
'"'"'"a\\tb"'"'"' is '"'"'a\tb'"'"''
from importlib.metadata import version

from pyparsing import QuotedString, nested_expr


def brackets(tree):
    return sum(isinstance(part, list) and 1 + brackets(part) for part in tree)


print("pyparsing", version("pyparsing"))
for text in ("(a / and :op1 (h / o-hare) :op2 (b / boy) :op3 (c / o-clock))", "(a / and :op1 (h / o'hare) :op2 (b / boy) :op3 (c / o'clock))"):
    print(text.count("("), "brackets, read:", brackets(nested_expr().parse_string(text, parse_all=True).as_list()), text)
print("one of its parts:", repr(nested_expr().parse_string(text)[0][4][3]))
for text in ('"a\tb"', r'"a\tb"'):
    print(repr(text), "is", repr(QuotedString('"', esc_char="\\").parse_string(text)[0]))
PY
