#!/usr/bin/env bash
# Guess: a library of automata reads regular expressions as Python's re does, and two automata of one language are equal.
# True:  in pyformlang 1.0.11 a word is one symbol: "abc" accepts ["abc"] and not ["a", "b", "c"], nor the text "abc"; + is "or", so that
#        "a+" accepts a and not a a, and "a?" is a symbol of that name. In automata-lib 9.2.0 & and ^ are
#        intersection and shuffle, and a dot is one of the letters that the expression names. Its DFAs are equal if
#        their languages are, and so are its NFAs, but a DFA never equals an NFA.
# Hurts: those who check sequences of roles or tags by such patterns: ARG0+ matches once only.
. "$(dirname "$0")/common.bash"
pypi pyformlang==1.0.11 automata-lib==9.2.0
python - <<'PY' | seen "pyformlang 1.0.11 automata-lib 9.2.0
abc and 'abc': re True, pyformlang False, automata-lib True
a+ and 'a': re True, pyformlang True, automata-lib True
a+ and 'aa': re True, pyformlang False, automata-lib True
a? and '': re True, pyformlang False, automata-lib True
a? and 'a': re True, pyformlang False, automata-lib True
a+b and 'b': re False, pyformlang True, automata-lib False
a+b and 'aab': re True, pyformlang False, automata-lib True
a.b and 'aab': re True, pyformlang False, automata-lib True
a.b and 'axb': re True, pyformlang False, automata-lib False
a&b and 'a&b': re True, pyformlang False, automata-lib False
a^b and 'ab': re False, pyformlang False, automata-lib True
a^b and 'ba': re False, pyformlang False, automata-lib True
(a|b)* and '': re True, pyformlang True, automata-lib True
(a|b)* and 'abba': re True, pyformlang True, automata-lib True
pyformlang, abc and ['abc']: True - a? and ['a?']: True
equal: two DFAs True two NFAs True a DFA and an NFA False"
import re
from importlib.metadata import version

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA
from pyformlang.regular_expression import Regex

print("pyformlang", version("pyformlang"), "automata-lib", version("automata-lib"))
WORDS = {"abc": ["abc"], "a+": ["a", "aa"], "a?": ["", "a"], "a+b": ["b", "aab"], "a.b": ["aab", "axb"], "a&b": ["a&b"], "a^b": ["ab", "ba"], "(a|b)*": ["", "abba"]}
for pattern, words in WORDS.items():
    nfa = NFA.from_regex(pattern)
    for word in words:
        known = nfa.accepts_input(word) if set(word) <= nfa.input_symbols else False
        print(f"{pattern} and {word!r}: re {re.fullmatch(pattern, word) is not None}, pyformlang {Regex(pattern).accepts(list(word))}, automata-lib {known}")
print("pyformlang, abc and ['abc']:", Regex("abc").accepts(["abc"]), "- a? and ['a?']:", Regex("a?").accepts(["a?"]))
even = DFA(states={0, 1}, input_symbols={"a"}, transitions={0: {"a": 1}, 1: {"a": 0}}, initial_state=0, final_states={0})
also = DFA(states={0, 1, 2, 3}, input_symbols={"a"}, transitions={each: {"a": (each + 1) % 4} for each in range(4)}, initial_state=0, final_states={0, 2})
print("equal: two DFAs", even == also, "two NFAs", NFA.from_dfa(even) == NFA.from_dfa(also), "a DFA and an NFA", even == NFA.from_dfa(even))
PY
