"""See ``alignment.proof``."""

from alignment.proof import Branch, Duals, Empty, Fix, Leaf, Proof, ProofNode

__all__ = ["Branch", "Duals", "Empty", "Fix", "Leaf", "Proof", "ProofNode"]
