#!/usr/bin/env bash
# Guess: references are given as one list for each sentence, and lists of unlike lengths are refused.
# True:  sacrebleu 2.6.0 wants one list for each reference translation of the whole corpus, which its documentation says.
#        Given lists for sentences it scores as many sentences as the shortest list has, without a word: of three sentences
#        with a reference each, the first, with BLEU 100. The number of references is then 3.
# Hurts: those who come from NLTK's corpus_bleu, whose references are lists for sentences.
. "$(dirname "$0")/common.bash"
pypi sacrebleu==2.6.0 numpy==2.4.6
python - <<'PY' | seen 'sacrebleu 2.6.0
list for each sentence: BLEU 100 chrF 100 TER 0, 4 words, nrefs:3
list for each translation: BLEU 33 chrF 32 TER 67, 12 words, nrefs:1'
import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER

print("sacrebleu", sacrebleu.__version__)
output = ["the dog barks loudly", "a cat saw one", "boys want two go"]
references = ["the dog barks loudly", "some people left yesterday", "girls believe nothing ever"]
for name, lists in (("sentence", [[line] for line in references]), ("translation", [references])):
    scores = {type(metric).__name__: metric.corpus_score(output, lists) for metric in (BLEU(), CHRF(), TER())}
    metric = BLEU()
    metric.corpus_score(output, lists)
    print(f"list for each {name}: BLEU {scores['BLEU'].score:.0f} chrF {scores['CHRF'].score:.0f}", end=" ")
    print(f"TER {scores['TER'].score:.0f}, {scores['BLEU'].sys_len} words, {str(metric.get_signature()).split('|')[0]}")
PY
