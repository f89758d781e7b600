#!/usr/bin/env bash
# Guess: when a limit ends the search, the solution file has the best whole solution, or no values.
# True:  CBC 2.10.8 without a whole solution writes the values of the relaxation: 0.5 for binary variables, and as
#        objective value a bound that no solution reaches. Its status still begins "Stopped on time".
# Hurts: those who round, or compare the first words of the status.
. "$(dirname "$0")/common.bash"
debian coinor-cbc=2.10.8+ds1-1 coinor-libcbc3=2.10.8+ds1-1 coinor-libcgl1=0.60.3+repack1-4 coinor-libclp1=1.17.6-3 \
    coinor-libosi1v5=0.108.6+repack1-2 coinor-libcoinutils3v5=2.11.4+repack1-2
{ # the largest independent set of a circle of 50 triangles: 50 of 150 vertices; the relaxation says 75
    printf 'Maximize\n obj: x0'
    printf ' + x%d' {1..149}
    printf '\nSubject To\n'
    for ((i = 0; i < 150; i += 3)); do
        printf ' x%d + x%d <= 1\n' $i $((i + 1)) $((i + 1)) $((i + 2)) $((i + 2)) $i $i $(((i + 4) % 150))
    done
    printf 'Binary\n'
    printf ' x%d\n' {0..149}
    echo End
} > p.lp
cbc p.lp -sec 0 -solve -solu s.sol > log
{
    grep -oE '^Version: .*' log
    head -1 s.sol
    awk 'NR > 1 { print "values of", $3 ":", ++n[$3] }' s.sol | tail -1
} | sed 's/ *$//' | seen 'Version: 2.10.8
Stopped on time (no integer solution - continuous used) - objective value 75.00000000
values of 0.5: 150'
