"""One pair out of two corpora."""

from __future__ import annotations

import argparse

from smatchproof.base.errors import InputError, Place
from smatchproof.graphs.corpus import Block, Corpus, check_pairing, pair_blocks


def add_id(parser: argparse.ArgumentParser) -> None:
    """Which pair."""
    parser.add_argument("--id", metavar="X", help="# ::id or position of the pair (needed unless there is just one)")


def find_pair(left: Corpus, right: Corpus, id: str | None) -> tuple[Block, Block]:
    """The pair with that id, or at that position (from 1) where no graph has the id."""
    total, places = check_pairing(left, right)
    if id is None and total == 1:
        id = "1"
    at_position = None
    ids = []
    for position, pair in enumerate(pair_blocks(left, right, places), 1):
        if id is not None and id in (pair[0].id, pair[1].id):
            return pair
        if str(position) == id:
            at_position = pair
        if position <= 3:
            ids.append(pair[0].id or str(position))
    if at_position:
        return at_position
    problem = "there are several pairs" if id is None else f"no pair has the id {id}"
    raise InputError(problem, Place(left.name), f"give --id, for example {', '.join(ids)}, or a position up to {total}")
