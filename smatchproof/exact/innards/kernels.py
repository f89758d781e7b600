"""The compiled loops of the tree search.

Everything is an assignment problem between left and right *nodes* joined by *cells*. The **outer** problem joins rows
to columns; its cells are the candidates. Each candidate p has a **star**, a small assignment problem between the other
rows and the other columns that p has matches with; its cells are the *halves* of these matches, worth the part of the
match's weight that is charged to p. A star's optimum, plus p's unary weight, is the value of the outer cell p, and the
outer optimum is an upper bound on every alignment, however the weights are divided between the two halves (Swoboda et
al. 2017; Hutschenreiter et al. 2021, "Fusion moves for graph matching"). All assignment problems are kept solved, with
integer duals, by shortest augmenting paths (Jonker & Volgenant 1987) from what has changed. A node may stay
unassigned at no cost unless it is *needed*.

Memory is one array of int64 words, the first argument of everything: single numbers, then records, lists, and a log. A
record is referred to by the address of its first word. Each change of a word that the search must be able to undo goes
through :func:`_put`, which logs the old value.

The search stands beside the assignment problems because it works on the same words: in a file of its own it would
import forty addresses, and functions that compiled code alone may call.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from smatchproof.exact.innards.compiled_code import compiled, inlined
from smatchproof.exact.search import magnitude

Words = npt.NDArray[np.int64]

# Fields of every cell; of a half; of a candidate.
VALUE, LEFT, RIGHT, LEFT_POSITION, RIGHT_POSITION = range(5)
TARGET, MATE, WEIGHT = 5, 6, 7
HALF_SIZE = 8
UNARY, HALVES, HALVES_END, SLOTS, SLOTS_END, RIGHT_SLOTS, RIGHT_SLOTS_END, CHANGED = range(5, 13)
CANDIDATE_SIZE = 13

# Fields of a node. ITEMS is the address of its list of cells, of which the first COUNT are alive; END says which end
# of its cells it is (LEFT or RIGHT); OWNER is the cell whose value holds the node's dual, TOTAL for a row or column.
DUAL, MATCH, COUNT, NEED, ITEMS, OWNER, END, DISTANCE, PARENT, MARK = range(10)
NODE_SIZE = 10
NULL, FREE = -1, -2  # values of MATCH below every address: settled without a cell; to be settled
OPTIONAL, NEEDED, FORCED = 0, 1, 2  # values of NEED

TOTAL = 0
"""Address of the record whose value is the bound."""
# Single numbers, and the addresses of lists.
(LOG_SIZE, SERIAL, SERIALS, CLOCK, STAR_QUEUE, OUTER_QUEUE, CHANGES, INCUMBENT, SCALE, ROWS, COLUMNS, OUTER_END,
 KILLING, DRIFTED, STEP, PATIENCE, BEST_BOUND, STALLED, ITERATION, LAST_ITERATION, WINDOW_BOUND, STARS, OUTER,
 CHANGED_CELLS, HEADS,
 TOUCHED, WORK, BOUNDS, STAMPS, LOG, FIRST_CANDIDATE) = range(HALF_SIZE, HALF_SIZE + 31)  # fmt: skip

PRUNED, RUNNING, OPEN = range(3)  # what improve() answers
INFINITY = 1 << 60
"""More than any number here can become: :mod:`smatchproof.exact.search.magnitude` says why."""
STEP_UNIT = 1024
"""The factor of the step is a whole number of such parts of 1."""
WINDOW = 30
"""When its iterations are over, a node gets so many more, as long as the last ones close a tenth of the gap."""
TRIED_EVERY = 8
"""The outer solution is tried as an alignment once in so many iterations."""


@compiled
def _put(w: Words, address: int, value: int) -> None:
    """Write a word so that undo() can take it back. Once per level and word is enough."""
    if w[w[STAMPS] + address] != w[SERIAL]:
        size = w[LOG_SIZE]
        entry = w[LOG] + 2 * size
        w[entry] = address
        w[entry + 1] = w[address]
        w[LOG_SIZE] = size + 1
        w[w[STAMPS] + address] = w[SERIAL]
    w[address] = value


@compiled
def enter(w: Words) -> int:
    """Begin a level; undo() needs the answer: the size of the log."""
    w[SERIALS] += 1
    w[SERIAL] = w[SERIALS]
    return int(w[LOG_SIZE])


@compiled
def undo(w: Words, mark: int, serial: int) -> None:
    """Take back all that was written since enter() answered `mark`, and go on as the level of that serial."""
    log = w[LOG]
    for entry in range(log + 2 * w[LOG_SIZE] - 2, log + 2 * mark - 2, -2):
        w[w[entry]] = w[entry + 1]
    w[LOG_SIZE] = mark
    w[SERIAL] = serial


@compiled
def _remove(w: Words, cell: int, end: int) -> None:
    """Take a cell from the list of one of its nodes: behind the living ones, so that undoing COUNT brings it back."""
    node = w[cell + end]
    last = w[node + COUNT] - 1
    _put(w, node + COUNT, last)
    items = w[node + ITEMS]
    place = w[cell + end + 2]
    moved = w[items + last]
    w[items + place] = moved
    w[moved + end + 2] = place
    w[items + last] = cell
    w[cell + end + 2] = last


@compiled
def _alive(w: Words, cell: int) -> bool:
    """Whether a cell is in the lists of its nodes."""
    return bool(w[cell + LEFT_POSITION] < w[w[cell + LEFT] + COUNT])


@compiled
def _release(w: Words, node: int) -> None:
    """The node is to be settled again."""
    if w[node + MATCH] != FREE:
        _put(w, node + MATCH, FREE)
        if w[node + OWNER] == TOTAL:
            w[w[OUTER] + w[OUTER_QUEUE]] = node
            w[OUTER_QUEUE] += 1
        else:
            w[w[STARS] + w[STAR_QUEUE]] = node
            w[STAR_QUEUE] += 1


@compiled
def _credit(w: Words, owner: int, amount: int) -> None:
    """Duals of a star or of the outer problem have grown by so much: so has the value they add up to."""
    _put(w, owner + VALUE, w[owner + VALUE] + amount)
    if owner != TOTAL and w[owner + CHANGED] == 0:
        w[owner + CHANGED] = 1
        w[w[CHANGED_CELLS] + w[CHANGES]] = owner
        w[CHANGES] += 1


@compiled
def _recheck(w: Words, cell: int) -> None:
    """After a change of a cell's value: repair the duals, and release the nodes whose match is no longer tight."""
    left, right = w[cell + LEFT], w[cell + RIGHT]
    gap = w[cell + VALUE] - w[left + DUAL] - w[right + DUAL]
    match = w[left + MATCH]
    if gap > 0:
        _put(w, left + DUAL, w[left + DUAL] + gap)
        _credit(w, w[left + OWNER], gap)
        if match != cell:
            if match > 0:
                _release(w, w[match + RIGHT])
            _release(w, left)
    elif gap < 0 and match == cell:
        _release(w, left)
        _release(w, right)


@compiled
def _pair(w: Words, cell: int) -> None:
    """Match the two nodes of a cell."""
    _put(w, w[cell + LEFT] + MATCH, cell)
    _put(w, w[cell + RIGHT] + MATCH, cell)


@inlined
def _scan(w: Words, node: int, distance: int, clock: int, limit: int, touched: int) -> int:
    """Reach the other ends of a node's cells within the limit. Answers how many nodes are touched by now."""
    end = w[node + END]
    other_end = LEFT + RIGHT - end
    base = distance + w[node + DUAL]
    items = w[node + ITEMS]
    for k in range(items, items + w[node + COUNT]):
        cell = w[k]
        other = w[cell + other_end]
        reach = base + w[other + DUAL] - w[cell + VALUE]
        if w[other + MARK] < clock:
            if reach < limit:
                w[other + MARK] = clock
                w[other + DISTANCE] = reach
                w[other + PARENT] = cell
                w[w[TOUCHED] + touched] = other
                touched += 1
        elif w[other + MARK] == clock and reach < w[other + DISTANCE]:
            w[other + DISTANCE] = reach
            w[other + PARENT] = cell
    return touched


@inlined
def _nearest(w: Words, first: int, touched: int) -> int:
    """Where in the list of touched nodes, from `first` on, the nearest is."""
    touched_list = w[TOUCHED]
    best, least = first, w[w[touched_list + first] + DISTANCE]
    for k in range(first + 1, touched):
        distance = w[w[touched_list + k] + DISTANCE]
        if distance < least:
            best, least = k, distance
    return best


@inlined
def _augment(w: Words, start: int) -> None:
    """Match a free node along a shortest path, which ends at an unmatched node of the other side or leaves a node of
    its own side without a cell. Where there is no such path nothing satisfies the needs: the bound falls below 0.
    """
    head_list, touched_list = w[HEADS], w[TOUCHED]
    end = w[start + END]
    other_end = LEFT + RIGHT - end
    w[CLOCK] += 2
    clock = w[CLOCK]
    exit_node, exit_distance = NULL, INFINITY
    node, distance = start, 0
    heads, done, touched = 0, 0, 0
    goal = NULL
    while True:
        w[head_list + heads] = node
        w[node + DISTANCE] = distance
        heads += 1
        if w[node + NEED] == OPTIONAL and distance + w[node + DUAL] < exit_distance:
            exit_node, exit_distance = node, distance + w[node + DUAL]
        touched = _scan(w, node, distance, clock, exit_distance, touched)
        if done == touched:
            break
        best = _nearest(w, done, touched)
        other = w[touched_list + best]
        if w[other + DISTANCE] >= exit_distance:
            break
        w[touched_list + best] = w[touched_list + done]
        w[touched_list + done] = other
        distance = w[other + DISTANCE]
        if w[other + MATCH] < 0:
            goal = other
            break
        w[other + MARK] = clock + 1
        done += 1
        node = w[w[other + MATCH] + end]
    if goal == NULL:
        distance = exit_distance if exit_node != NULL else distance + max(w[TOTAL], 0) + 1
    for k in range(heads):
        head = w[head_list + k]
        _put(w, head + DUAL, w[head + DUAL] - distance + w[head + DISTANCE])
    for k in range(done):
        other = w[touched_list + k]
        _put(w, other + DUAL, w[other + DUAL] + distance - w[other + DISTANCE])
    _credit(w, w[start + OWNER], -distance)
    if goal == NULL:
        node = exit_node if exit_node != NULL else start
        previous = w[node + MATCH]
        _put(w, node + MATCH, NULL)
        if node == start:
            return
        goal = w[previous + other_end]
    while True:
        cell = w[goal + PARENT]
        node = w[cell + end]
        previous = w[node + MATCH]
        _pair(w, cell)
        if node == start:
            return
        goal = w[previous + other_end]


@compiled
def _settle(w: Words, node: int) -> None:
    """Match a free node: lower its dual as far as its cells allow, take a tight cell, or augment."""
    if w[node + MATCH] != FREE:
        return
    other_end = LEFT + RIGHT - w[node + END]
    best = 0 if w[node + NEED] == OPTIONAL else -INFINITY
    choice = NULL
    items = w[node + ITEMS]
    for k in range(items, items + w[node + COUNT]):
        cell = w[k]
        other = w[cell + other_end]
        rest = w[cell + VALUE] - w[other + DUAL]
        if rest > best:
            best = rest
            choice = cell if w[other + MATCH] < 0 else NULL
        elif rest == best and choice == NULL and w[other + MATCH] < 0:
            choice = cell
    if best > -INFINITY and best != w[node + DUAL]:
        _credit(w, w[node + OWNER], best - w[node + DUAL])
        _put(w, node + DUAL, best)
    if best == 0 and w[node + NEED] == OPTIONAL:
        _put(w, node + MATCH, NULL)
    elif choice != NULL:
        _pair(w, choice)
    else:
        _augment(w, node)


@compiled
def settle_stars(w: Words, first: int, last: int) -> None:
    """Settle the star nodes of the queue from `first` to before `last`; after the last one, empty the queue."""
    for k in range(first, min(last, w[STAR_QUEUE])):
        node = w[w[STARS] + k]
        if _alive(w, w[node + OWNER]):
            _settle(w, node)
    if last >= w[STAR_QUEUE]:
        w[STAR_QUEUE] = 0


@compiled
def settle(w: Words) -> int:
    """Solve all assignment problems that have changed; the bound is then the value of TOTAL, and is answered."""
    settle_stars(w, 0, w[STAR_QUEUE])
    for k in range(w[CHANGES]):
        cell = w[w[CHANGED_CELLS] + k]
        w[cell + CHANGED] = 0
        if _alive(w, cell):
            _recheck(w, cell)
    w[CHANGES] = 0
    for k in range(w[OUTER_QUEUE]):
        if w[TOTAL] < 0:
            break  # the needs cannot be met; whatever is left free only adds to the bound
        _settle(w, w[w[OUTER] + k])
    w[OUTER_QUEUE] = 0
    for node in range(w[ROWS], w[OUTER_END], NODE_SIZE):
        if not -magnitude.LARGEST_DUAL <= w[node + DUAL] <= magnitude.LARGEST_DUAL:
            w[DRIFTED] = 1
    return int(w[TOTAL])


@compiled
def _drop(w: Words, cell: int) -> None:
    """Take a cell out of its assignment problem."""
    _remove(w, cell, LEFT)
    _remove(w, cell, RIGHT)
    if w[w[cell + LEFT] + MATCH] == cell:
        _release(w, w[cell + LEFT])
        _release(w, w[cell + RIGHT])


@compiled
def kill(w: Words, cell: int) -> None:
    """Forbid a living candidate: it leaves the outer problem and the stars of the others."""
    _drop(w, cell)
    for half in range(w[cell + HALVES], w[cell + HALVES_END], HALF_SIZE):
        if _alive(w, w[half + TARGET]):
            _drop(w, w[half + MATE])


@compiled
def clear(w: Words, node: int) -> None:
    """Forbid all candidates of a row or column."""
    while w[node + COUNT] > 0:
        kill(w, w[w[node + ITEMS]])


@compiled
def need(w: Words, node: int) -> None:
    """Forbid that a row or column stays alone."""
    _put(w, node + NEED, NEEDED)
    if w[node + MATCH] == NULL:
        _release(w, node)


@inlined
def _keep_only(w: Words, node: int, cell: int) -> None:
    """Forbid all candidates of a row or column but one."""
    while w[node + COUNT] > 1:
        last = w[w[node + ITEMS] + w[node + COUNT] - 1]
        kill(w, last if last != cell else w[w[node + ITEMS]])


@compiled
def force(w: Words, cell: int) -> None:
    """Decide that a living candidate is taken.

    Its row and column lose their other candidates, and its matches are charged to their other ends as a whole: there
    they count like unary weights, whatever the alignment does otherwise.
    """
    for end in (LEFT, RIGHT):
        node = w[cell + end]
        _put(w, node + NEED, FORCED)
        if w[node + MATCH] == NULL:
            _release(w, node)
        _keep_only(w, node, cell)
    for half in range(w[cell + HALVES], w[cell + HALVES_END], HALF_SIZE):
        if _alive(w, w[half + TARGET]):
            mate = w[half + MATE]
            _put(w, mate + VALUE, w[SCALE] * w[half + WEIGHT])
            _recheck(w, mate)
            _put(w, half + VALUE, 0)
            _recheck(w, half)


@compiled
def charge(w: Words, first: int, last: int) -> None:
    """Begin: give the halves at addresses from `first` to before `last` to their stars' duals."""
    for half in range(first, last, HALF_SIZE):
        _recheck(w, half)


@compiled
def kill_by_cost(w: Words, dry: bool) -> int:
    """Fix by reduced costs: forbid each candidate whose use, and make needed each row or column whose waste, would push
    the bound below the target. All assignment problems must be settled. Answers how many; `dry` only counts.
    """
    spare = w[TOTAL] - w[SCALE] * (w[INCUMBENT] + 1)
    found = 0
    for row in range(w[ROWS], w[COLUMNS], NODE_SIZE):
        dual = w[row + DUAL]
        items = w[row + ITEMS]
        for k in range(items + w[row + COUNT] - 1, items - 1, -1):
            cell = w[k]
            if dual + w[w[cell + RIGHT] + DUAL] - w[cell + VALUE] > spare:
                found += 1
                if not dry:
                    kill(w, cell)
    for node in range(w[ROWS], w[OUTER_END], NODE_SIZE):
        if w[node + NEED] == OPTIONAL and w[node + DUAL] > spare:
            found += 1
            if not dry:
                _put(w, node + NEED, NEEDED)
    return found


@compiled
def singleton(w: Words) -> int:
    """A candidate that is the last one of a needed row or column, or NULL."""
    for node in range(w[ROWS], w[OUTER_END], NODE_SIZE):
        if w[node + NEED] == NEEDED and w[node + COUNT] == 1:
            return int(w[w[node + ITEMS]])
    return NULL


@compiled
def _chosen(w: Words, cell: int) -> bool:
    """Whether the solution of its assignment problem holds a cell."""
    return bool(w[w[cell + LEFT] + MATCH] == cell)


@inlined
def _disagreements(w: Words) -> int:
    """List the halves that a star of the outer solution uses although the other end of the match does not."""
    found = 0
    for row in range(w[ROWS], w[COLUMNS], NODE_SIZE):
        cell = w[row + MATCH]
        if cell > 0:
            for slot in range(w[cell + SLOTS], w[cell + SLOTS_END], NODE_SIZE):
                half = w[slot + MATCH]
                if half > 0:
                    target = w[half + TARGET]
                    forced = w[w[target + LEFT] + NEED] == FORCED
                    if not forced and not (_chosen(w, target) and _chosen(w, w[half + MATE])):
                        w[w[WORK] + found] = half
                        found += 1
    return found


@inlined
def _shift(w: Words, found: int, step: int) -> None:
    """Move weight of the listed halves to their mates, each by the step or by all that it has."""
    for k in range(found):
        half = w[w[WORK] + k]
        mate = w[half + MATE]
        amount = min(step, w[half + VALUE])
        _put(w, half + VALUE, w[half + VALUE] - amount)
        _recheck(w, half)
        _put(w, mate + VALUE, w[mate + VALUE] + amount)
        _recheck(w, mate)


@compiled
def evaluate(w: Words) -> int:
    """What the candidates of the outer solution are worth as an alignment."""
    unary, twice = 0, 0
    for row in range(w[ROWS], w[COLUMNS], NODE_SIZE):
        cell = w[row + MATCH]
        if cell > 0:
            unary += w[cell + UNARY]
            for half in range(w[cell + HALVES], w[cell + HALVES_END], HALF_SIZE):
                if _chosen(w, w[half + TARGET]):
                    twice += w[half + WEIGHT]
    return unary + twice // 2


@compiled
def begin_node(w: Words, iterations: int, step: int, patience: int) -> None:
    """Set the factor of the step, in units of 1 / STEP_UNIT, and the number of iterations for a node of the tree."""
    w[STEP] = step
    w[PATIENCE] = patience
    w[BEST_BOUND] = INFINITY
    w[STALLED] = 0
    w[ITERATION] = 0
    w[LAST_ITERATION] = iterations
    w[WINDOW_BOUND] = INFINITY


@inlined
def _goes_on(w: Words, total: int, target: int) -> bool:
    """Count an iteration, adapt the step, and say whether the node has hope of being pruned without branching."""
    if total < w[BEST_BOUND]:
        w[BEST_BOUND] = total
        w[STALLED] = 0
    else:
        w[STALLED] += 1
        if w[STALLED] >= w[PATIENCE]:
            w[STALLED] = 0
            w[STEP] = max(w[STEP] * 7 // 10, 1)
    w[ITERATION] += 1
    if w[ITERATION] == w[LAST_ITERATION] - WINDOW:
        w[WINDOW_BOUND] = w[BEST_BOUND]
    if w[ITERATION] >= w[LAST_ITERATION]:
        if w[WINDOW_BOUND] == INFINITY or (w[WINDOW_BOUND] - w[BEST_BOUND]) * 10 < w[BEST_BOUND] - target + 1:
            return False
        w[WINDOW_BOUND] = w[BEST_BOUND]
        w[LAST_ITERATION] += WINDOW
    return True


@inlined
def _fix(w: Words) -> bool:
    """Kill by cost and force what is left alone. Answers whether anything has changed."""
    changed = kill_by_cost(w, False) > 0
    cell = singleton(w)
    while cell != NULL:
        force(w, cell)
        changed = True
        cell = singleton(w)
    return changed


@compiled
def improve(w: Words, iterations: int) -> int:
    """Lower the bound of this node by so many subgradient iterations (Polyak's step, aimed at the target).

    Answers PRUNED when nothing here is better than the incumbent, OPEN when the bound has stalled, RUNNING when it has
    not yet; it can be called again. A better alignment is left in the outer solution with its value in INCUMBENT, and
    the answer is then always RUNNING or PRUNED: the caller compares INCUMBENT.
    """
    for _ in range(iterations):
        total = settle(w)
        target = w[SCALE] * (w[INCUMBENT] + 1)
        if total < target:
            return PRUNED
        if w[KILLING] and _fix(w):
            continue
        found = _disagreements(w)
        if found == 0 or w[ITERATION] % TRIED_EVERY == 0:
            value = evaluate(w)
            if value > w[INCUMBENT]:
                w[INCUMBENT] = value
                return RUNNING
        if found == 0 or not _goes_on(w, total, target):
            return OPEN
        _shift(w, found, max(w[STEP] * (total - target + 1) // (STEP_UNIT * found), 1))
    return RUNNING


@compiled
def _slack(w: Words, cell: int) -> int:
    """The reduced cost of a candidate: by how much it lowers the bound to force it, at once."""
    return int(w[w[cell + LEFT] + DUAL] + w[w[cell + RIGHT] + DUAL] - w[cell + VALUE])


@compiled
def _score(w: Words, bound: int) -> float:
    """How much a child with that bound is expected to cost."""
    scale = w[SCALE]
    return math.exp(min(2.0 * (bound - scale * (w[INCUMBENT] + 1)) / scale, 300.0))


@compiled
def _undecided(w: Words, first: int, last: int, end: int) -> int:
    """How many of these slots of a star belong to rows or columns that have not been decided."""
    found = 0
    for slot in range(first, last, NODE_SIZE):
        if w[slot + COUNT] > 0:
            target = w[w[w[slot + ITEMS]] + TARGET]
            if w[w[target + end] + NEED] != FORCED:
                found += 1
    return found


@inlined
def _estimate(w: Words, node: int) -> float:
    """The expected cost of branching on a row or column.

    A child's bound is at most its reduced cost away from that of its parent, and falls, with new multipliers, by
    roughly a half for each match whose weight is no longer to be divided.
    """
    total = w[TOTAL]
    score = _score(w, total - w[node + DUAL]) if w[node + NEED] == OPTIONAL else 0.0
    items = w[node + ITEMS]
    for k in range(items, items + w[node + COUNT]):
        cell = w[k]
        rows = _undecided(w, w[cell + SLOTS], w[cell + SLOTS_END], LEFT)
        columns = _undecided(w, w[cell + RIGHT_SLOTS], w[cell + RIGHT_SLOTS_END], RIGHT)
        score += _score(w, total - _slack(w, cell) - w[SCALE] * min(rows, columns) // 2)
    return score


@compiled
def best_branching(w: Words) -> int:
    """The undecided row or column that is expected to be cheapest to branch on; NULL when there is none."""
    best, best_score = NULL, math.inf
    for node in range(w[ROWS], w[OUTER_END], NODE_SIZE):
        if w[node + NEED] != FORCED and w[node + COUNT] > 0:
            score = _estimate(w, node)
            if score < best_score:
                best, best_score = node, score
    return best


@compiled
def choose(w: Words, node: int, option: int) -> None:
    """Force a candidate, or leave the node alone (NULL)."""
    if option == NULL:
        clear(w, node)
    else:
        force(w, option)


@compiled
def probe(w: Words, node: int) -> int:
    """List in WORK the options of a row or column (candidates, then NULL if it may stay alone) and in BOUNDS the bound
    that each has at once. Answers how many. All assignment problems must be settled, and are again.
    """
    serial = w[SERIAL]
    count = w[node + COUNT]
    items = w[node + ITEMS]
    for k in range(count):
        w[w[WORK] + k] = w[items + k]
    if w[node + NEED] == OPTIONAL:
        w[w[WORK] + count] = NULL
        count += 1
    for k in range(count):
        option = w[w[WORK] + k]
        bound = w[TOTAL] - (w[node + DUAL] if option == NULL else _slack(w, option))
        mark = enter(w)
        choose(w, node, option)
        w[w[BOUNDS] + k] = min(bound, settle(w))
        undo(w, mark, serial)
    return int(count)
