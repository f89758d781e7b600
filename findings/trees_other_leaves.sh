#!/usr/bin/env bash
# Guess: the Robinson-Foulds distance of two trees that are read as they are written counts every group of leaves that one of them
#        lacks: 0 is for equal trees.
# True:  ete3 3.1.3 first leaves out the leaves that only one tree has: ((a,b),(c,d)) and ((a,b),(x,y)) are at 0 of 0, and so are trees
#        without a common leaf, of which it says 0 of -2. DendroPy 5.1.3 counts all leaves, but takes trees without the sign [&R]
#        for unrooted: any two trees of the same three leaves are at 0. And to DendroPy March and march are one leaf; it reads an
#        underscore as a blank, as Newick has it.
# Hurts: those who compare syntax trees of two parsers or tokenizers, where leaves are words and the root is known.
. "$(dirname "$0")/common.bash"
pypi ete3==3.1.3 six==1.17.0 numpy==2.4.6 dendropy==5.1.3
python -W ignore - <<'PY' | seen "ete3 3.1.3 DendroPy 5.1.3
((a,b),(c,d)); ((a,b),(x,y)); ete3 0 of 0, DendroPy 8, with [&R] 8
((a,b),(c,d)); ((p,q),(x,y)); ete3 0 of -2, DendroPy 10, with [&R] 14
((a,b),c); ((a,c),b); ete3 2 of 2, DendroPy 0, with [&R] 2
((March,b_d),c); ((march,b_d),c); ['March', 'b d', 'c'] ['March', 'b d', 'c']"
from importlib.metadata import version

import dendropy
from dendropy.calculate.treecompare import symmetric_difference
from ete3 import Tree

def read(*texts):
    names = dendropy.TaxonNamespace()
    return [dendropy.Tree.get(data=text, schema="newick", taxon_namespace=names) for text in texts]

print("ete3", version("ete3"), "DendroPy", version("dendropy"))
for first, second in (("((a,b),(c,d));", "((a,b),(x,y));"), ("((a,b),(c,d));", "((p,q),(x,y));"), ("((a,b),c);", "((a,c),b);")):
    distance, largest = Tree(first).robinson_foulds(Tree(second))[:2]
    rooted = symmetric_difference(*read("[&R] " + first, "[&R] " + second))
    print(first, second, f"ete3 {distance} of {largest}, DendroPy {symmetric_difference(*read(first, second))}, with [&R] {rooted}")
texts = "((March,b_d),c);", "((march,b_d),c);"
print(*texts, *([leaf.taxon.label for leaf in tree.leaf_nodes()] for tree in read(*texts)))
PY
