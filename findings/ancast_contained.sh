#!/usr/bin/env bash
# Guess: a scorer of UMR documents that takes "a :before b" and "b :after a" for one statement does so for :contains and
#        :contained, the other pair of converses among UMR's temporal relations.
# True:  AnCast 0.1.1 turns :after round, and not :contained: the same document with that relation written from its other end
#        has 0 % of its temporal relations.
# Hurts: agreement of annotators, and of parsers with them: which end comes first is free.
. "$(dirname "$0")/common.bash"
pypi ancast==0.1.1 numpy==2.4.6
document() { # write a document with this temporal relation
    echo '# meta-info :: sent_id = u_s1'
    echo '# :: snt1'
    printf 'Index: 1 2\nWords: Edmund slept\n\n# sentence level graph:\n'
    printf '(s1s / sleep-01\n    :ARG0 (s1p / person\n        :name (s1n / name :op1 "Edmund"))\n    :aspect state)\n\n'
    printf '# alignment:\ns1s: 2-2\ns1p: 1-1\ns1n: 0-0\n\n# document level annotation:\n'
    printf '(s1s0 / sentence\n    :temporal ((%s)))\n\n\n' "$1"
}
{
    pip list 2>/dev/null | grep -i '^ancast ' | tr -s ' '
    for pair in before/after contains/contained; do
        document "document-creation-time :${pair%/*} s1s" > one.umr
        document "s1s :${pair#*/} document-creation-time" > other.umr
        echo "$pair"
        python -m ancast -p other.umr -g one.umr -s doc -df umr 2>&1 | grep -oE 'Temporal.*' | tr -s '\t ' ' '
    done
} | seen 'ancast 0.1.1
before/after
Temporal: Precision: 100.00% Recall: 100.00% Fscore: 100.00%
contains/contained
Temporal: Precision: 0.00% Recall: 0.00% Fscore: 0.00%'
