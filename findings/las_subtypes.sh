#!/usr/bin/env bash
# Guess: the labelled attachment score (LAS) is the share of words with the right head and the right relation; nsubj is not nsubj:pass.
# True:  udeval of udtools 0.2.9 cuts relations at their colon before it compares them, in LAS, CLAS, MLAS and BLEX: a parser that never
#        names a passive has 100 in each. ELAS, of enhanced graphs, compares them whole, as does NLTK 3.10.4 (DependencyEvaluator), which leaves
#        out words that are punctuation: the same answer has 33 for both. In EULAS enhanced relations are cut as well.
# Hurts: those who compare scores of two programs, or tune a parser by LAS for a graph in which passives are turned round.
. "$(dirname "$0")/common.bash"
pypi udtools==0.2.9 nltk==3.10.4
cat > gold.conllu <<'TEXT'
1	Ann	Ann	PROPN	_	_	3	nsubj:pass	3:nsubj:pass	_
2	was	be	AUX	_	_	3	aux:pass	3:aux:pass	_
3	seen	see	VERB	_	_	0	root	0:root	_

TEXT
sed 's/:pass//g' gold.conllu > system.conllu
{
    udeval -v gold.conllu system.conllu | grep -E '^(UAS|LAS|CLAS|MLAS|BLEX|ELAS|EULAS)' | cut -d'|' -f1,4 | tr -d '|' | tr -s ' ' | sed 's/ $//'
    python - <<'PY'
from nltk.parse import DependencyEvaluator, DependencyGraph

graphs = [DependencyGraph(open(name).read().strip(), top_relation_label="root") for name in ("system.conllu", "gold.conllu")]
labelled, unlabelled = DependencyEvaluator(graphs[:1], graphs[1:]).eval()
print(f"NLTK, labelled {100 * labelled:.2f}\nNLTK, unlabelled {100 * unlabelled:.2f}")
PY
} | seen 'UAS 100.00
LAS 100.00
CLAS 100.00
MLAS 100.00
BLEX 100.00
ELAS 33.33
EULAS 100.00
NLTK, labelled 33.33
NLTK, unlabelled 100.00'
