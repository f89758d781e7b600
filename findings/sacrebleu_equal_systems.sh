#!/usr/bin/env bash
# Guess: two systems with the same output are not significantly different: the p-value of any test is 1. Where they differ in
#        one sentence, exchanging the two translations of it changes the difference's sign at most, so that it is 1, too.
# True:  sacrebleu 2.6.0 counts differences that are larger than the observed one, and not those as large. A system and its
#        copy have the smallest p-value there is, 1 / (samples + 1), in both tests; and in approximate randomisation so has
#        a system that is better in 1, 2 or 5 of 100 sentences, where exact tests say 1, 0.5 and 0.0625.
# Hurts: those who compare outputs that are mostly the same: two seeds, a repaired sentence, a system entered twice.
. "$(dirname "$0")/common.bash"
pypi sacrebleu==2.6.0 numpy==2.4.6
SACREBLEU_SEED=12345 python - <<'PY' 2>/dev/null | seen 'sacrebleu 2.6.0, p-values of 999 samples
0 of 100 sentences better: BLEU 61.45 and 61.45, randomisation 0.001, bootstrap 0.001; exact 1.0
1 of 100 sentences better: BLEU 61.45 and 62.23, randomisation 0.001; exact 1.0
2 of 100 sentences better: BLEU 61.45 and 63.08, randomisation 0.001; exact 0.5
5 of 100 sentences better: BLEU 61.45 and 64.12, randomisation 0.001; exact 0.0625'
import random
from itertools import product

import sacrebleu
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

print(f"sacrebleu {sacrebleu.__version__}, p-values of 999 samples")
rng = random.Random(0)
words = "the a dog cat sees barks at with big small red".split()
references = [" ".join(rng.choices(words, k=9)) for _ in range(100)]
worse = [" ".join(w if rng.random() < 0.8 else rng.choice(words) for w in line.split()) for line in references]

def p_value(test, other):
    metrics = {"BLEU": BLEU(references=[references])}
    _, results = PairedTest([("one", worse), ("other", other)], metrics, None, test_type=test, n_samples=999)()
    return [result.score for result in results["BLEU"]], results["BLEU"][1].p_value

def exact(other):
    differ = [i for i in range(100) if other[i] != worse[i]]
    differences = []
    for coins in product((False, True), repeat=len(differ)):
        one, two = worse[:], other[:]
        for i, coin in zip(differ, coins):
            if coin:
                one[i], two[i] = two[i], one[i]
        scores = [BLEU().corpus_score(lines, [references]).score for lines in (one, two)]
        differences.append(abs(scores[0] - scores[1]))
    return sum(difference >= differences[0] - 1e-9 for difference in differences) / len(differences)

for better in (0, 1, 2, 5):
    changed = [i for i in range(100) if worse[i] != references[i]][:better]
    other = [references[i] if i in changed else worse[i] for i in range(100)]
    scores, p = p_value("ar", other)
    print(f"{better} of 100 sentences better: BLEU {scores[0]:.2f} and {scores[1]:.2f}, randomisation {p}", end="")
    print(f", bootstrap {p_value('bs', other)[1]}" * (not better), f"exact {exact(other)}", sep="; ")
PY
