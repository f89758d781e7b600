"""Fixtures of the tree search: in both forms of the core, and so weak that small problems need a tree."""

import pytest

from smatchproof.exact.core import plain
from smatchproof.exact.search import incumbent, lp_node

PLAIN = {
    "known": {"Candidates": "candidates"},
    "dense_block": {"Candidates": "candidates", "LpProof": "lp_proof"},
    "incumbent": {"Tabu": "tabu"},
    "lp_node": {"NodeBound": "node_program", "root_program": "node_program", "LpProof": "lp_proof"},
}
"""The parts of the core that the searches use: module, name, and origin."""


@pytest.fixture(params=["as built", "plain"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The core as it was built, compiled where it could be, and as it stands there."""
    if request.param == "plain":
        for module, names in PLAIN.items():
            for name, source in names.items():
                monkeypatch.setattr(f"smatchproof.exact.search.{module}.{name}", getattr(plain(source), name))
    return request.param


@pytest.fixture
def weak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few iterations and no heuristic, so that small problems need a tree."""
    for name in ("ROOT_ITERATIONS", "ROOT_ROUNDS", "NODE_ROUNDS", "BLOCK_ROUNDS"):
        monkeypatch.setattr(lp_node, name, 1)
    for name in ("PATIENCE", "BLOCK_PATIENCE"):
        monkeypatch.setattr(lp_node, name, lp_node.Patience(1, 8, 3))


@pytest.fixture
def weaker(weak: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weak, and without a good alignment at the root: many nodes are open, and better ones are found on the way."""
    for name in ("FRUITLESS", "MOST_STARTS"):
        monkeypatch.setattr(incumbent, name, 0)


@pytest.fixture(params=["as it is", "weaker"])
def strength(request: pytest.FixtureRequest) -> None:
    """Solve as users do, and also so that small problems need a tree."""
    if request.param == "weaker":
        request.getfixturevalue("weaker")
