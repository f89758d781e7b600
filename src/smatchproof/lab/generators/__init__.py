"""Random, noisy and adversarial pairs of graphs. The same seed makes the same pair.

Begin with ``parameters.py``, the parameters of each generator; ``amrs.py`` draws AMRs, ``noise.py`` changes them as
annotators do, ``traps/`` has families with known optima, ``adversary.py`` searches for pairs on which a method fails.
"""

from smatchproof.lab.generators.adversary import (
    AdversarialPair as AdversarialPair,
    AdversarialSearch as AdversarialSearch,
    AdversaryParams as AdversaryParams,
)
from smatchproof.lab.generators.amrs import (
    DEFAULT as DEFAULT,
    CorpusStatistics as CorpusStatistics,
    random_graph as random_graph,
    random_graphs as random_graphs,
)
from smatchproof.lab.generators.designed import (
    DesignedPair as DesignedPair,
    PairDesign as PairDesign,
    designed_pair as designed_pair,
)
from smatchproof.lab.generators.digraphs import (
    PlantedPair as PlantedPair,
    overlapping_digraph_pair as overlapping_digraph_pair,
    random_digraph as random_digraph,
    random_digraph_pair as random_digraph_pair,
    rooted_pair as rooted_pair,
)
from smatchproof.lab.generators.noise import (
    MIXTURES as MIXTURES,
    TYPICAL as TYPICAL,
    Annotated as Annotated,
    Noise as Noise,
    Operation as Operation,
    annotate as annotate,
    annotated_pair as annotated_pair,
)
from smatchproof.lab.generators.traps import TRAPS as TRAPS, Trap as Trap, TrapFamily as TrapFamily
