#!/usr/bin/env bash
# Guess: length([i | i in 1..3 where x[i] = 1]) is the number of i that are chosen, and s[1] of such an array the first of
#        them.
# True:  if the condition is on variables, the array has an item for each i, some of which are absent. In MiniZinc 2.6.4 its
#        length is 3 in every solution, and its first item is i = 1, absent or not. sum, min, max, forall and exists leave
#        absent items out, card of a set {i | ...} and sum(i in 1..3 where x[i] = 1)(1) count.
# Hurts: those who count matched nodes or edges: a bound on the count is no bound, and "at least two" always holds.
. "$(dirname "$0")/common.bash"
debian minizinc flatzinc
sed -i "s#/usr/bin/fzn-gecode#$folder/root/usr/bin/fzn-gecode#" root/usr/share/minizinc/solvers/gecode.msc
export MZN_STDLIB_DIR=$folder/root/usr/share/minizinc
{
    minizinc --version | sed -n 's/.*version \([0-9.]*\).*/MiniZinc \1/p'
    minizinc --solvers | sed -n 's/ *\(Gecode [0-9.]*\) .*/\1/p'
    for count in "length([i | i in 1..3 where x[i] = 1])" "card({i | i in 1..3 where x[i] = 1})" "sum(i in 1..3 where x[i] = 1)(1)"; do
        for bound in "<= 1" ">= 3"; do
            echo "array [1..3] of var 0..1: x; constraint $count $bound; output [\"\(x)\n\"]; solve satisfy;" > m.mzn
            echo "$count $bound:" $(minizinc --solver org.gecode.gecode -a m.mzn 2> warnings | grep -o '\[.*\]' | tr -d '[], ' | sort)
        done
    done
} | seen 'MiniZinc 2.6.4
Gecode 6.2.0
length([i | i in 1..3 where x[i] = 1]) <= 1:
length([i | i in 1..3 where x[i] = 1]) >= 3: 000 001 010 011 100 101 110 111
card({i | i in 1..3 where x[i] = 1}) <= 1: 000 001 010 100
card({i | i in 1..3 where x[i] = 1}) >= 3: 111
sum(i in 1..3 where x[i] = 1)(1) <= 1: 000 001 010 100
sum(i in 1..3 where x[i] = 1)(1) >= 3: 111'
