"""The adversary, where a method hardly ever misses: guides lead it."""

from smatchproof.generators.adversary import AdversarialSearch, AdversaryParams
from tests.generators.test_adversary import climb, proved


def test_a_guide_leads_where_the_method_misses_nothing():
    """The method misses only where single climbs often do: without them the search has no direction."""

    def best_of_five(pair, seed):
        return max(climb(pair, 5 * seed + number) for number in range(5))

    searches = [AdversaryParams(variables=6, seeds=4, fresh=60, seed=seed) for seed in range(2)]
    alone, led = (
        [AdversarialSearch(best_of_five, proved, each, guides=guides).run().miss_rate for each in searches]
        for guides in ([], [climb])
    )
    assert sum(led) >= sum(alone) and max(led) > 0.05
