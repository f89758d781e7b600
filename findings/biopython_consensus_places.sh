#!/usr/bin/env bash
# Guess: the strict consensus of trees has the groups that all of them have, and the support of a group is the share of trees with it;
#        leaves are told by their names.
# True:  strict_consensus and majority_consensus of Biopython 1.88 tell leaves by their places: the first leaf of a tree is the first of
#        every other. Of ((a,b),c) and ((a,c),b), which have no group in common, the strict consensus has the group ab, the majority
#        with 100 %. Of ((a,b),c) and (c,(b,a)), one tree written in two orders, it has none. get_support looks at names and is right, as
#        adam_consensus is here, and the consensus of DendroPy 5.1.3.
# Hurts: those who sum up trees of several parsers, metrics or clusterings, whose leaves do not stand in one order.
. "$(dirname "$0")/common.bash"
pypi biopython==1.88 dendropy==5.1.3
python - <<'PY' | seen 'Biopython 1.88 DendroPy 5.1.3
((a,b),c); ((a,c),b);
  support of the first: ab 50%; Adams: none
  strict: ab majority: ab 100%
  DendroPy strict: none majority: none
((a,b),c); (c,(b,a));
  support of the first: ab 100%; Adams: ab
  strict: none majority: none
  DendroPy strict: ab majority: ab
((a,b),(c,d)); ((a,b),(c,d)); ((a,c),(b,d));
  support of the first: ab 67%, cd 67%; Adams: none
  strict: ab, cd majority: ab 100%
  DendroPy strict: none majority: ab, cd
((a,b),c); (a,(b,c));
  support of the first: ab 50%; Adams: none
  strict: none majority: none
  DendroPy strict: none majority: none'
from importlib.metadata import version
from io import StringIO

import dendropy
from Bio import Phylo
from Bio.Phylo import Consensus

def groups(tree):
    """Return the groups of leaves, but for single ones and all, with their support where there is one."""
    names = {}
    for clade in tree.get_nonterminals():
        leaves = "".join(sorted(leaf.name for leaf in clade.get_terminals()))
        names[leaves] = "" if clade.confidence is None else f" {clade.confidence:.0f}%"
    largest = max(map(len, names))
    return ", ".join(name + support for name, support in sorted(names.items()) if 1 < len(name) < largest) or "none"

def by_dendropy(texts, share):
    trees = dendropy.TreeList.get(data=" ".join("[&R] " + text for text in texts), schema="newick")
    tree = trees.consensus(min_freq=share)
    found = sorted("".join(sorted(leaf.taxon.label for leaf in node.leaf_nodes())) for node in tree.internal_nodes())
    return ", ".join(name for name in found if len(name) < max(map(len, found))) or "none"

print("Biopython", version("biopython"), "DendroPy", version("dendropy"))
for texts in (("((a,b),c);", "((a,c),b);"), ("((a,b),c);", "(c,(b,a));"), ("((a,b),(c,d));", "((a,b),(c,d));", "((a,c),(b,d));"), ("((a,b),c);", "(a,(b,c));")):
    trees = [Phylo.read(StringIO(text), "newick") for text in texts]
    print(*texts)
    print("  support of the first:", groups(Consensus.get_support(trees[0], trees)), end="; Adams: ")
    print(groups(Consensus.adam_consensus(trees)))
    print("  strict:", groups(Consensus.strict_consensus(trees)), "majority:", groups(Consensus.majority_consensus(trees, 0.6)))
    print("  DendroPy strict:", by_dendropy(texts, 1.0), "majority:", by_dendropy(texts, 0.6))
PY
