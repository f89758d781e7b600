"""The small checker itself: what each rule may derive, and that it refuses whatever is wrong with a proof.

The formula is to choose one of three, which exclude each other; unit propagation alone does not see it:

    min: -2 x1 -2 x2 -2 x3
    1: -x1 -x2 >= -1,  2: -x1 -x3 >= -1,  3: -x2 -x3 >= -1
"""

import itertools
import random

import pytest

from tests.lab.reductions.veripb_checker import Constraint, Wrong, check

OPB = """\
* #variable= 3 #constraint= 3
* a comment
min: -2 x1 -2 x2 -2 x3 ;
-1 x1 -1 x2 >= -1 ;
-1 x1 -1 x3 >= -1 ;
-1 x2 -1 x3 >= -1 ;
"""
BEST = "soli x1 ~x2 ~x3 ;"
"""4: 2 x1 + 2 x2 + 2 x3 >= 3."""
LEAF = "pol 4 2 d 2 * 1 + 2 + 3 + ;"
"""5: 0 >= 1."""
END = "output NONE ;\nconclusion BOUNDS -2 : 6 -2 ;\nend pseudo-Boolean proof ;"


def proof(*rules):
    return "\n".join(["pseudo-Boolean proof version 3.0", *rules, ""])


GOOD = proof("% a comment", "f 3 ;", BEST, LEAF, "rup >= 1 ;", END)


def shown(*rules, opb=OPB):
    """The bounds after these rules, whatever bounds that are."""
    return check(opb, proof(*rules))


def test_a_proof():
    assert check(OPB, GOOD) == (-2, -2)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("-2 : 6 -2", bounds) for bounds in ("-1 : 6 -2", "-2 : 6 -3", "-2 : 1 -2", "-2 : 7 -2", "-2 : -2", "x -2")),
        ("version 3.0", "version 4.0"),
        ("pseudo-Boolean proof version 3.0\n", ""),
        *(("f 3 ;", header) for header in ("f 4 ;", "f 3")),
        *((BEST, f"soli {other} ;") for other in ("x1 x2 ~x3", "~x1 ~x2 ~x3", "x1 ~x3", "x1 ~x2 ~x3 ~x3")),
        *((line, "") for line in (BEST, LEAF, "output NONE ;\n", "end pseudo-Boolean proof ;")),
        *((LEAF, f"pol 4 {rest} ;") for rest in ("1 + 2 + 3 +", "2 d 1 + 2 + 3 +", "2 d 2 * 1 + 2 + 3 -1 * +")),
        *((LEAF, f"pol 4 {rest} ;") for rest in ("0 d 2 * 1 + 2 + 3 +", "2 d 2 * 1 + 2 + 3", "2 d 2 * 1 + + 2 + 3 +")),
        *((LEAF, f"pol 4 2 d 2 * 1 + 2 + {last} + ;") for last in ("9", "x", "~", "~3")),
        (LEAF, "a >= 1 ;"),
        *(("rup >= 1 ;", rule) for rule in ("rup >= 1 ;\ndel id 6 ;", "rup ;", "rup 1 >= 1 ;")),
        *(("rup >= 1 ;", f"del id {number} ;\nrup >= 1 ;") for number in (5, 9)),
        ("NONE", "DERIVABLE FILE"),
    ],
)
def test_wrong_proofs_are_refused(old, new):
    assert old in GOOD
    with pytest.raises(Wrong):
        check(OPB, GOOD.replace(old, new))


# ---- each rule derives what follows, and nothing else


def all_points(variables):
    for values in itertools.product((0, 1), repeat=len(variables)):
        yield {variable for variable, value in zip(variables, values, strict=True) if value}


def random_constraint(rng):
    terms = {v: rng.randint(-4, 4) for v in range(1, 5)}
    return Constraint({v: c for v, c in terms.items() if c}, rng.randint(-6, 3))


def test_sums_divisions_and_implications_are_sound():
    rng = random.Random("sound")
    implied = 0
    for _ in range(2000):
        one, other = random_constraint(rng), random_constraint(rng)
        derived = [one.plus(other), one.times(3), one.divided(rng.randint(1, 4))]
        implied += one.implies(other)
        for true in all_points(range(1, 5)):
            assert one.holds(true) != one.negated().holds(true)
            assert not (one.holds(true) and other.holds(true)) or derived[0].holds(true)
            assert one.holds(true) == derived[1].holds(true)
            assert not one.holds(true) or derived[2].holds(true)
            assert not (one.implies(other) and one.holds(true)) or other.holds(true)
    assert implied > 50


def written(one):
    return "".join(f"{c:+} x{v} " for v, c in one.terms.items()) + f">= {one.least}"


def test_unit_propagation_is_sound():
    rng = random.Random("rup")
    derived = 0
    for _ in range(1500):
        given, claimed = [random_constraint(rng) for _ in range(3)], random_constraint(rng)
        opb = "* #variable= 4 #constraint= 3\nmin: 1 x1 ;\n" + "".join(f"{written(each)} ;\n" for each in given)
        follows = all(
            claimed.holds(true) for true in all_points(range(1, 5)) if all(each.holds(true) for each in given)
        )
        with pytest.raises(Wrong) as refusal:
            shown(f"rup {written(claimed)} ;", opb=opb)
        if "ends without" in str(refusal.value):
            derived += 1
            assert follows
    assert derived > 100
