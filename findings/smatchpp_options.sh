#!/usr/bin/env bash
# Guess: an option of the help does what its help says.
# True:  smatchpp 1.8.0 parses --remove_duplicates and never uses it (the score counts the doubled triple all the
#        same), and -input_format refuses both values that it names.
# Hurts: those who switch duplicates off for a comparison, and believe they did.
. "$(dirname "$0")/common.bash"
pypi smatchpp==1.8.0
printf '(a / a-01 :ARG0 (b / b) :ARG0 b)\n\n' > double.amr
printf '(a / a-01 :ARG0 (b / b))\n\n' > single.amr
{
    pip list 2>/dev/null | grep smatchpp | tr -s ' '
    for option in '' --remove_duplicates; do
        python -m smatchpp -a double.amr -b single.amr $option 2>&1 | grep -oE '(F1|bound): .*' | tr -s ' \t'
    done
    for format in tsv penman; do
        python -m smatchpp -a double.amr -b double.amr -input_format $format 2>&1 | grep -o 'invalid choice.*' || true
    done
} | seen "smatchpp 1.8.0
F1: 88.89 Precision: 80.0 Recall: 100.0
F1: [None,None] Precision: [None,None] Recall: [None,None]
bound: [4.0, 4.0] Pairs that do not have ensured optimal solution: 0
F1: 88.89 Precision: 80.0 Recall: 100.0
F1: [None,None] Precision: [None,None] Recall: [None,None]
bound: [4.0, 4.0] Pairs that do not have ensured optimal solution: 0
invalid choice: 'tsv' (choose from 'tsv, penman')
invalid choice: 'penman' (choose from 'tsv, penman')"
