"""Conventions named after programs, to the letter: on adversarial graphs equal to the real programs, or refused."""

from tests.graphs.test_program_readers import check


def test_ten_thousand_adversarial_graphs_are_read_as_the_programs_read_them():
    seen = check(seed=2, number=10_000)
    assert seen["smatch-1.0.4", "equal"] > 8_500 and seen["smatchpp-amr", "equal"] > 6_000
