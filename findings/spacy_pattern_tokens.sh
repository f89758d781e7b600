#!/usr/bin/env bash
# Guess: two nodes of a pattern for a dependency tree are two tokens, as in other matchers of subtrees and subgraphs.
# True:  in spaCy 3.8.18 they may be one: a verb with two nouns below matches "cats sleep", which has one. Of "cats chase mice" there are
#        four matches: two with one noun twice, and the others one pair in both orders. An operator between the two
#        nodes, such as $++ for a sibling further right, leaves the one.
# Hurts: those who count constructions, or verbs with two arguments, by DependencyMatcher.
. "$(dirname "$0")/common.bash"
pypi spacy==3.8.18
python - <<'PY' 2>/dev/null | seen "spaCy 3.8.18
cats sleep  two nouns below: ['sleep cats cats']
cats sleep  one to the right of the other: []
cats chase mice  two nouns below: ['chase cats cats', 'chase cats mice', 'chase mice cats', 'chase mice mice']
cats chase mice  one to the right of the other: ['chase cats mice']"
import spacy
from spacy.matcher import DependencyMatcher
from spacy.tokens import Doc
from spacy.vocab import Vocab

VOCAB = Vocab()
VERB = {"RIGHT_ID": "verb", "RIGHT_ATTRS": {"POS": "VERB"}}


def noun(name, left="verb", operator=">"):
    return {"LEFT_ID": left, "REL_OP": operator, "RIGHT_ID": name, "RIGHT_ATTRS": {"POS": "NOUN"}}


def matches(pattern, doc):
    matcher = DependencyMatcher(VOCAB)
    matcher.add("pattern", [pattern])
    return [" ".join(doc[token].text for token in tokens) for _, tokens in matcher(doc)]


one = Doc(VOCAB, words=["cats", "sleep"], heads=[1, 1], deps=["nsubj", "ROOT"], pos=["NOUN", "VERB"])
two = Doc(VOCAB, words=["cats", "chase", "mice"], heads=[1, 1, 1], deps=["nsubj", "ROOT", "obj"], pos=["NOUN", "VERB", "NOUN"])
print("spaCy", spacy.__version__)
for doc in (one, two):
    print(doc.text, "two nouns below:", matches([VERB, noun("first"), noun("second")], doc))
    print(doc.text, "one to the right of the other:", matches([VERB, noun("first"), noun("second", "first", "$++")], doc))
PY
