#!/usr/bin/env bash
# Guess: a search by tgrep in a tree of NLTK finds what the pattern says, or says that it cannot look for it in such a tree.
# True:  tgrep of NLTK 3.10.4 looks upwards and sideways in a ParentedTree only. In a Tree, which is what its readers return, patterns with
#        >, >>, $, . or .. match nothing, without a word; those with < and << match. So NN > NP finds none of the nouns that NP < NN finds
#        the parents of, and "no sister" (!$ __) holds for every node. ParentedTree.convert(tree) has them all.
# Hurts: those who count constructions in a treebank: some patterns count 0, and negated ones all.
. "$(dirname "$0")/common.bash"
pypi nltk==3.10.4 pyparsing==3.3.3
python - <<'PY' | seen 'NLTK 3.10.4         Tree ParentedTree
NP < NN                2 2
NN > NP                0 2
NN >> S                0 2
DT $ NN                0 2
DT . NN                0 2
VBZ .. NN              0 1
NP !$ __               2 0
S << NN                1 1'
import nltk
from nltk.tgrep import tgrep_positions

text = "(S (NP (DT the) (NN dog)) (VP (VBZ bites) (NP (DT the) (NN man))))"
print(f"NLTK {nltk.__version__:14} Tree ParentedTree")
for pattern in ("NP < NN", "NN > NP", "NN >> S", "DT $ NN", "DT . NN", "VBZ .. NN", "NP !$ __", "S << NN"):
    counts = [len(next(iter(tgrep_positions(pattern, [kind.fromstring(text)])))) for kind in (nltk.Tree, nltk.ParentedTree)]
    print(f"{pattern:22}", *counts)
PY
