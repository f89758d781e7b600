#!/usr/bin/env bash
# Guess: two MRSs are isomorphic if one is the other up to names of variables: their top and their index are part of them.
# True:  is_isomorphic and compare_bags of PyDelphin 1.11.0 leave out both. "The dog barks loudly" with the barking, the loudness or the
#        dog as its index, or with the dog's label as its top, is one MRS to them; == tells them apart, and depends on names. What a handle
#        constraint says of the top is compared where there is one.
# Hurts: those who compare the readings of two grammars, or look for duplicates: a statement and a mere phrase are the same. (That EDM
#        passes over the index of a DMRS is another matter: see edm_links.sh.)
. "$(dirname "$0")/common.bash"
pypi pydelphin==1.11.0
python - <<'PY' | seen 'index e2 isomorphic True  in the first, both, the second (0, 1, 0) == True
index e8 isomorphic True  in the first, both, the second (0, 1, 0) == False
index x3 isomorphic True  in the first, both, the second (0, 1, 0) == False
top h7   isomorphic True  in the first, both, the second (0, 1, 0) == False
a cat    isomorphic False in the first, both, the second (1, 0, 1) == False'
from delphin import mrs
from delphin.codecs import simplemrs


def reading(top="h0", index="e2", noun="_dog_n_1"):
    """Return "the dog barks loudly" with that top, index and noun."""
    the = f"[ _the_q LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ] [ {noun} LBL: h7 ARG0: x3 ]"
    barks = "[ _bark_v_1 LBL: h1 ARG0: e2 ARG1: x3 ] [ _loud_a_1 LBL: h1 ARG0: e8 ARG1: e2 ]"
    return simplemrs.decode(f"[ TOP: {top} INDEX: {index} RELS: < {the} {barks} > HCONS: < h0 qeq h1 h5 qeq h7 > ]")


first = reading()
for text, other in (("index e2", reading()), ("index e8", reading(index="e8")), ("index x3", reading(index="x3")), ("top h7", reading(top="h7")), ("a cat", reading(noun="_cat_n_1"))):
    print(f"{text:8} isomorphic {mrs.is_isomorphic(first, other)!s:5} in the first, both, the second {mrs.compare_bags([first], [other])} == {first == other}")
PY
