"""Edit distances of networkx graphs: against brute force and networkx, replayed step by step; limits and refusals."""

import random
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, permutations

import networkx
import pytest

from smatchproof import graph_edit_distance, maximum_common_subgraph, optimal_edit_path
from smatchproof.base.errors import UsageError
from smatchproof.exact.checker import check


def drawn(rng, most, *, directed, loops=True):
    """A random graph whose nodes and edges have colours, in any order and with names of several kinds."""
    size = rng.randint(0, most)
    graph = networkx.DiGraph() if directed else networkx.Graph()
    names = rng.sample([*"abcdefgh", *range(10), ("t", 1), None.__class__], size)
    for name in names:
        graph.add_node(name, c=rng.choice("XYZ"))
    for one in names:
        for other in names:
            if (loops or one != other) and rng.random() < 0.3:
                graph.add_edge(one, other, c=rng.choice("pq"))
    return graph


def replayed(left, right, nodes, edges, options):
    """Carry the edit path out, step by step; returns the graph that it makes and what the steps cost."""
    graph, cost = left.copy(), Fraction(0)
    for one, other in edges:
        if other is None:
            cost += Fraction(str(options["edge_del_cost"](graph.edges[one])))
            graph.remove_edge(*one)
    for one, other in nodes:
        if other is None:
            assert not graph.degree(one)
            cost += Fraction(str(options["node_del_cost"](graph.nodes[one])))
            graph.remove_node(one)
    image = {one: ("new", other) for one, other in nodes if one is not None and other is not None}
    for one, (_, other) in image.items():
        cost += Fraction(str(options["node_subst_cost"](left.nodes[one], right.nodes[other])))
        graph.nodes[one].update(right.nodes[other])
    graph = networkx.relabel_nodes(graph, image)
    for one, other in nodes:
        if one is None:
            cost += Fraction(str(options["node_ins_cost"](right.nodes[other])))
            graph.add_node(("new", other), **right.nodes[other])
    for one, other in edges:
        if one is not None and other is not None:
            ends = {image[end] for end in one}
            assert ends == {("new", end) for end in other}
            cost += Fraction(str(options["edge_subst_cost"](left.edges[one], right.edges[other])))
            graph.edges[image[one[0]], image[one[1]]].update(right.edges[other])
    for one, other in edges:
        if one is None:
            cost += Fraction(str(options["edge_ins_cost"](right.edges[other])))
            assert not graph.has_edge(("new", other[0]), ("new", other[1]))
            graph.add_edge(("new", other[0]), ("new", other[1]), **right.edges[other])
    return networkx.relabel_nodes(graph, {name: name[1] for name in graph}), cost


def priced(rng):
    """Costs by colour, with tenths; a substitution may be dearer than a deletion and an insertion."""
    values = [0, 0.5, 1, 1.1, 2, 3, Fraction(1, 3)]
    options = {}
    for kind, colours in (("node", "XYZ"), ("edge", "pq")):
        pairs = {(a, b): 0 if a == b and rng.random() < 0.7 else rng.choice(values) for a in colours for b in colours}
        options[f"{kind}_subst_cost"] = lambda one, other, pairs=pairs: pairs[one["c"], other["c"]]
        for does in ("del", "ins"):
            own = {colour: rng.choice(values) for colour in colours}
            options[f"{kind}_{does}_cost"] = lambda one, own=own: own[one["c"]]
    return options


@pytest.mark.parametrize("seed", range(60))
def test_edit_paths_lead_where_they_should_and_cost_what_is_said(seed):
    rng = random.Random(seed)
    directed = rng.random() < 0.5
    left, right = (drawn(rng, 4, directed=directed) for _ in "ab")
    options = priced(rng)
    nodes, edges, cost = optimal_edit_path(left, right, **options)
    made, paid = replayed(left, right, nodes, edges, options)
    assert paid == cost
    assert dict(made.nodes(data=True)) == dict(right.nodes(data=True))
    assert {*arcs(made)} == {*arcs(right)}


def arcs(graph):
    """Every edge with its colour, undirected ones in both directions."""
    for one, other, colour in graph.edges(data="c"):
        yield one, other, colour
        if not graph.is_directed():
            yield other, one, colour


@pytest.mark.parametrize("seed", range(25))
def test_networkx_finds_nothing_cheaper(seed):
    rng = random.Random(seed)
    directed = rng.random() < 0.5
    left, right = (drawn(rng, 4, directed=directed, loops=False) for _ in "ab")

    def match(one, other):
        return one["c"] == other["c"]

    ours = graph_edit_distance(left, right, match, match)
    theirs = networkx.graph_edit_distance(left, right, match, match)
    assert ours.distance is not None
    assert ours.distance <= theirs
    assert graph_edit_distance(left, right).distance <= networkx.graph_edit_distance(left, right)


# ---- pairs of public threads about networkx, or of their size and kind


def thread_2997():
    left = networkx.Graph([(5, 4), (5, 6), (5, 7), (21, 8), (2, 1), (2, 0), (5, 3)])
    right = [(15, 13), (23, 16), (23, 24), (100, 7), (18, 19), (100, 23), (19, 20), (22, 21)]
    return left, networkx.Graph(right)


# ---- decisions, limits, certificates


def test_a_bound_is_a_decision():
    left, right = thread_2997()
    yes, no = (graph_edit_distance(left, right, upper_bound=bound) for bound in (5, 4.5))
    assert (yes.within, no.within) == (True, False)
    assert yes.upper <= 5 < no.lower + 1
    assert no.lower > 4.5
    assert networkx.graph_edit_distance(networkx.path_graph(3), networkx.path_graph(5), upper_bound=3) is None
    assert graph_edit_distance(networkx.path_graph(3), networkx.path_graph(5), upper_bound=3).within is False
    path = networkx.path_graph(3)  # no distance is below 0
    assert networkx.graph_edit_distance(path, path, upper_bound=-1) is None
    assert graph_edit_distance(path, path, upper_bound=-1).within is False
    assert graph_edit_distance(path, path, upper_bound=Decimal("-1")).within is False


def test_a_timeout_leaves_an_interval_that_holds_the_distance():
    left, right = networkx.gnp_random_graph(40, 0.4, seed=1), networkx.gnp_random_graph(40, 0.4, seed=2)
    found = graph_edit_distance(left, right, timeout=0.5)
    assert found.distance is None
    assert abs(left.size() - right.size()) <= found.lower < found.upper
    made = sum(1 for one, other in (*found.nodes, *found.edges) if one is None or other is None)
    assert made == found.upper
    assert graph_edit_distance(left, right, timeout=0.5, upper_bound=found.lower - 1).within is not True
    with pytest.raises(UsageError, match="not settled"):
        optimal_edit_path(left, right, timeout=0.3)


def test_roots_become_each_other():
    star, path = networkx.star_graph(3), networkx.path_graph(4)
    assert graph_edit_distance(star, path).distance == 2
    found = graph_edit_distance(star, path, roots=(0, 0))
    assert (0, 0) in found.nodes
    assert found.distance == networkx.graph_edit_distance(star, path, roots=(0, 0)) == 4


def test_the_certificate_is_one():
    found = graph_edit_distance(*thread_2997())
    record = check(found.certificate("pair"))
    assert record["id"] == "pair"
    assert record["matched"] == record["at_most"]


def test_costs_are_exact():
    one, two = networkx.empty_graph(3), networkx.empty_graph(0)
    found = graph_edit_distance(one, two, node_del_cost=lambda _: 0.1)
    assert found.distance == Fraction(3, 10)
    assert graph_edit_distance(one, two, node_del_cost=lambda _: 10**15).distance == 3 * 10**15


# ---- common subgraphs


def maps(left, right):
    """All one-to-one partial maps."""
    for size in range(min(len(left), len(right)) + 1):
        for kept in combinations(left, size):
            for images in permutations(right, size):
                yield dict(zip(kept, images, strict=True))


def common_edges(left, right, images, label):
    """The edges that a map keeps, where labels have to be the same."""

    def alike(one, other):
        return label is None or one.get(label) == other.get(label)

    return sum(
        a in images
        and b in images
        and right.has_edge(images[a], images[b])
        and alike(attributes, right.edges[images[a], images[b]])
        and all(alike(left.nodes[end], right.nodes[images[end]]) for end in (a, b))
        for a, b, attributes in left.edges(data=True)
    )


def is_induced(left, right, images, label):
    for a in images:
        if label and left.nodes[a].get(label) != right.nodes[images[a]].get(label):
            return False
        for b in images:
            one, other = left.get_edge_data(a, b), right.get_edge_data(images[a], images[b])
            if (one is None) != (other is None) or (one and label and one.get(label) != other.get(label)):
                return False
    return True


@pytest.mark.parametrize("seed", range(25))
def test_common_subgraphs_are_the_largest(seed):
    rng = random.Random(seed)
    directed, label = rng.random() < 0.5, rng.choice([None, "c"])
    left, right = (drawn(rng, 4, directed=directed) for _ in "ab")
    found = maximum_common_subgraph(left, right, labels=label)
    assert found.is_proved
    assert found.size == max(common_edges(left, right, images, label) for images in maps(left, right))
    assert found.size == common_edges(left, right, found.nodes, label)
    found = maximum_common_subgraph(left, right, labels=label, induced=True)
    assert found.is_proved
    assert found.size == max(len(each) for each in maps(left, right) if is_induced(left, right, each, label))
    assert (found.size, is_induced(left, right, found.nodes, label)) == (len(found.nodes), True)


def test_an_induced_subgraph_at_a_time_limit_is_one():
    left, right = networkx.gnp_random_graph(20, 0.5, seed=1), networkx.gnp_random_graph(20, 0.5, seed=2)
    found = maximum_common_subgraph(left, right, induced=True, timeout=0.5)
    assert is_induced(left, right, found.nodes, None)
    assert found.size == len(found.nodes) <= found.at_most <= 20
