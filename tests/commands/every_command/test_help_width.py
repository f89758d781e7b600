"""How wide help is: as argparse makes it, which is not asked before help is wanted."""

from smatchproof.cli import parser


def test_the_first_page_of_help_is_short_and_the_other_has_all():
    score = parser("score")._subparsers._group_actions[0].choices["score"]
    first, whole = score.format_help(), None
    shown = [action for action in score._actions if action.option_strings and f" {action.option_strings[-1]}" in first]
    assert len(shown) <= 15 and first.endswith("more options: smatchproof score --help-all\n")
    score.shows_all = True
    whole = score.format_help()
    assert "--memory-limit" in whole and "--memory-limit" not in first
    for action in score._actions:
        if action.option_strings:
            assert action.option_strings[-1] in whole, action.option_strings
