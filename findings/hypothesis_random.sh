#!/usr/bin/env bash
# Guess: a property test with 100 examples tries a search that uses the random module 100 times with different random numbers.
# True:  hypothesis 6.170.17 sets the seed of random (and numpy.random) to 0 before each example: all examples see the same
#        random numbers. Generators that the code makes for itself (random.Random(), numpy's default_rng()) differ each time,
#        so that a failure of theirs may not come again.
# Hurts: those who test a randomised search by properties: one random stream, however many examples.
. "$(dirname "$0")/common.bash"
pypi hypothesis==6.170.17 numpy==2.4.6
python - <<'PY' | seen 'hypothesis 6.170.17
random one number
numpy.random one number
random.Random() many numbers
numpy default_rng() many numbers
st.randoms() many numbers'
import random

import hypothesis
import numpy
from hypothesis import given, settings
from hypothesis import strategies as st

seen = {"random": set(), "numpy.random": set(), "random.Random()": set(), "numpy default_rng()": set(), "st.randoms()": set()}


@settings(max_examples=50, database=None)
@given(st.integers(), st.randoms(use_true_random=True))
def example(number, generator):
    """Draw one number from each source."""
    seen["random"].add(random.random())
    seen["numpy.random"].add(numpy.random.rand())
    seen["random.Random()"].add(random.Random().random())
    seen["numpy default_rng()"].add(numpy.random.default_rng().random())
    seen["st.randoms()"].add(generator.random())


example()
print("hypothesis", hypothesis.__version__)
for name, values in seen.items():
    print(name, "one number" if len(values) == 1 else "many numbers")
PY
