"""Similarities of concepts, and evidence for pairs of variables: from vectors, tables, alignments of words.

Imports ``base``, ``graphs`` and ``conventions``. Begin with ``grading.py``: the similarity of two different values is a
fraction with a fixed denominator, so that graded scores are proved in integers, too.

>>> from smatchproof.similarity.similarity import VectorSimilarity, WordVectors
>>> VectorSimilarity(WordVectors.of({"boy": (1, 0), "girl": (0.8, 0.6)}, "toy"))("boy", "girl")
0.8
"""
