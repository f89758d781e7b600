#!/usr/bin/env bash
# Guess: a name that an LP file cannot hold is refused, or alone is changed.
# True:  highspy 1.15.1 takes the names "a b" with the status kOk; the LP file that it writes then calls
#        all columns c0, c1, c2. writeModel returns kWarning, as it does when the names are kept.
# Hurts: those who find the values of variables by the names that they gave.
. "$(dirname "$0")/common.bash"
pypi highspy==1.15.1
python - <<'PY' | seen 'HiGHS 1.15.1
given: kOk kOk
with the name "a b": HighsStatus.kWarning, c0 c1 c2
with the name "a_b": HighsStatus.kWarning, a_b y z'
import highspy

def names(first):
    highs = highspy.Highs()
    highs.silent()
    for name in "xyz":
        highs.addBinary(name=name)
    given.append(highs.passColName(0, first).name)
    status = highs.writeModel("names.lp")
    return f'with the name "{first}": {status}, ' + " ".join(open("names.lp").read().split("bin\n")[1].split()[:3])

given = []
lines = [names("a b"), names("a_b")]
print("HiGHS", highspy.Highs().version())
print("given:", *given)
print(*lines, sep="\n")
PY
