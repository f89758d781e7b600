"""Similarities of concepts, and evidence for pairs of variables: from vectors, tables, alignments of words.

Imports ``base``, ``graphs`` and ``conventions``. Begin with ``grading.py``: what two different values match is a
fraction with one denominator, so that graded scores are proved in whole numbers, too.

>>> from smatchproof.similarity.similarity import VectorSimilarity, WordVectors
>>> VectorSimilarity(WordVectors.of({"boy": (1, 0), "girl": (0.8, 0.6)}, "toy"))("boy", "girl")
0.8
"""
