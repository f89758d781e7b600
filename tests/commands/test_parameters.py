"""Parameters of metrics and methods as options of commands."""


def test_parameters_in_a_text_and_as_options_are_the_same(program, paths):
    found = program("score", *paths, "--metric", "sembleu", "--ngrams", 2)
    assert found[0] == 0 and program("score", *paths, "--metric", "sembleu:ngrams=2") == found


def test_an_option_is_for_the_metrics_that_do_not_state_it(program, paths):
    options = "--metric", "sembleu:ngrams=1", "--metric", "sembleu:reader=penman", "--ngrams", 2
    code, out, _ = program("compare", *paths, *options)
    assert code == 0 and "sembleu:ngrams=1 " in out and "sembleu:ngrams=2,reader=penman " in out
    code, _, errors = program("score", *paths, "--metric", "sembleu:ngrams=1", "--ngrams", 2)
    assert code == 2 and "--ngrams is not for sembleu:ngrams=1" in errors
