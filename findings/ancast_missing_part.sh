#!/usr/bin/env bash
# Guess: a document compared with itself has 100 % in every part, or "none" where it has nothing of a part.
# True:  AnCast 0.1.1 prints 0.00% for modality, temporal relations or coreference if both documents have none, beside
#        a comprehensive score of 100.00%.
# Hurts: averages of a part over documents: each document in which there is nothing to find counts as all wrong.
. "$(dirname "$0")/common.bash"
pypi ancast==0.1.1 numpy==2.4.6
{
    echo '# meta-info :: sent_id = u_s1'
    echo '# :: snt1'
    printf 'Index: 1 2\nWords: Edmund slept\n\n# sentence level graph:\n'
    printf '(s1s / sleep-01\n    :ARG0 (s1p / person\n        :name (s1n / name :op1 "Edmund"))\n    :aspect state)\n\n'
    printf '# alignment:\ns1s: 2-2\ns1p: 1-1\ns1n: 0-0\n\n# document level annotation:\n'
    printf '(s1s0 / sentence\n    :temporal ((document-creation-time :before s1s)))\n\n\n'
} > one.umr
{
    pip list 2>/dev/null | grep -i '^ancast ' | tr -s ' '
    python -m ancast -p one.umr -g one.umr -s doc -df umr 2>&1 | grep -oE '(Modality|Temporal|Coref|Comprehensive).*' | tr -s '\t ' ' '
} | seen 'ancast 0.1.1
Modality: Precision: 0.00% Recall: 0.00% Fscore: 0.00%
Temporal: Precision: 100.00% Recall: 100.00% Fscore: 100.00%
Coref: Precision: 0.00% Recall: 0.00% Fscore: 0.00%
Comprehensive Score: 100.00%'
