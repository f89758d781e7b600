#!/usr/bin/env bash
# Guess: un_chomsky_normal_form undoes chomsky_normal_form: the tree is the one that it was before.
# True:  of NLTK 3.10.4 it takes signs in labels for its own. A node PRT|ADVP, as treebanks have it, is removed and its word goes to
#        the node above; a node S+VP becomes two nodes. Neither comes from chomsky_normal_form, whose own signs are the
#        same. Other arguments (childChar, unaryChar) keep such labels.
# Hurts: those who score trees of a parser that was trained on the normal form: brackets are lost or gained.
. "$(dirname "$0")/common.bash"
pypi nltk==3.10.4
python - <<'PY' | seen 'NLTK 3.10.4
(VP (V give) (NP it) (PP to) (ADVP now)) with | and +: as it was
(VP (V give) (NP it) (PP to) (ADVP now)) with / and &: as it was
(VP (V give) (PRT|ADVP up)) with | and +: (VP (V give) up)
(VP (V give) (PRT|ADVP up)) with / and &: as it was
(S (NP it) (S+VP works)) with | and +: (S (NP it) (S (VP works)))
(S (NP it) (S+VP works)) with / and &: as it was'
import nltk

print("NLTK", nltk.__version__)
for text in ("(VP (V give) (NP it) (PP to) (ADVP now))", "(VP (V give) (PRT|ADVP up))", "(S (NP it) (S+VP works))"):
    for options in ((), ("/", "&")):
        tree = nltk.Tree.fromstring(text)
        child, unary = options or ("|", "+")
        tree.chomsky_normal_form(childChar=child)
        tree.un_chomsky_normal_form(childChar=child, unaryChar=unary)
        print(text, f"with {child} and {unary}:", "as it was" if tree == nltk.Tree.fromstring(text) else tree)
PY
