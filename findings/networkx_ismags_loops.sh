#!/usr/bin/env bash
# Guess: ISMAGS and is_isomorphic agree on whether two graphs are isomorphic.
# True:  networkx's ISMAGS 3.6.1 asks whether the second graph is in the first and has as many nodes: a loop that
#        only the first has is no difference, so that a -> b -> b is isomorphic to a -> b, but not the other way round;
#        parallel edges are one, either way. is_isomorphic and vf2pp_is_isomorphic say False both ways.
# Hurts: those who look for equal graphs with it, or count symmetric ones: loops and doubled relations are lost.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen 'networkx 3.6.1
loop: ISMAGS True False is_isomorphic False False VF2++ False False
doubled: ISMAGS True True is_isomorphic False False VF2++ False False
equal: ISMAGS True True is_isomorphic True True VF2++ True True'
import networkx
from networkx.algorithms.isomorphism import ISMAGS

print("networkx", networkx.__version__)
plain = networkx.MultiDiGraph([("a", "b")])
loop = networkx.MultiDiGraph([("a", "b"), ("b", "b")])
doubled = networkx.MultiDiGraph([("a", "b"), ("a", "b")])
for name, other in (("loop", loop), ("doubled", doubled), ("equal", plain)):
    print(f"{name}: ISMAGS", ISMAGS(other, plain).is_isomorphic(), ISMAGS(plain, other).is_isomorphic(), end=" ")
    print("is_isomorphic", networkx.is_isomorphic(other, plain), networkx.is_isomorphic(plain, other), end=" ")
    print("VF2++", networkx.vf2pp_is_isomorphic(other, plain), networkx.vf2pp_is_isomorphic(plain, other))
PY
