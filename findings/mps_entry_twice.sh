#!/usr/bin/env bash
# Guess: an entry that an MPS file states twice, x in row c with 1 and with 1, is added up (2), or the file is refused.
# True:  with "x + x >= 4" the least x is 2 for SCIP, COPT 8.0.7 and Xpress 9.9.1, which add, and 4 for HiGHS 1.16.0 and Gurobi 13.0.3,
#        which keep one of the two; CPLEX 22.2.0.1 refuses. Of two sets of right-hand sides, 5 and 3, COPT takes the second, and HiGHS
#        refuses.
# Hurts: those who write a matrix term by term, as a sparse matrix may be given: two optima of one file.
. "$(dirname "$0")/readers.bash"
readers
printf 'NAME twice\nROWS\n N obj\n G c\nCOLUMNS\n x obj 1 c 1\n x c 1\nRHS\n r c 4\nENDATA\n' > entry.mps
printf 'NAME sides\nROWS\n N obj\n L c\nCOLUMNS\n x obj -1 c 1\nRHS\n r c 5\n s c 3\nENDATA\n' > sides.mps
optima entry.mps sides.mps | seen 'HiGHS 1.16.0: 4, refused
SCIP 10 (PySCIPOpt 6.3.0): 2, -5
Gurobi 13.0.3: 4, -5
CPLEX 22.2.0.1: refused, -5
COPT 8.0.7: 2, -3
Xpress 9.9.1: 2, -5'
