"""Texts in temporary files: as text, as lines, in other processes, and gone when they are."""

import os
import random
import tempfile
from pathlib import Path
from pickle import dumps, loads

import pytest

from smatchproof.base import long_text
from smatchproof.base.long_text import LongText, line_of, lines_of, pieces_of, text_of


def test_it_is_what_a_text_in_memory_is(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    for _ in range(200):
        text = "".join(rng.choice(["a", "bc", "\n", "\r", ""]) for _ in range(rng.randrange(12)))
        long = LongText(rng.sample([text, "", ""], 3))
        assert str(long) == text == "".join(pieces_of(long)) == "".join(pieces_of(text))
        assert [*lines_of(long)] == [*lines_of(text)] == text.split("\n")
        assert "".join(line_of(long)) == "".join(line_of(text)) == text + "\n"
        assert len(long) == len(text)
        monkeypatch.setattr(long_text, "LONGEST_IN_MEMORY", limit := rng.randrange(12))
        either = text_of([text[:2], text[2:]])
        assert isinstance(either, LongText) == (len(text) > limit) and str(either) == text
        assert long == (copy := loads(dumps(long))) and hash(long) == hash(copy) and copy.path != long.path
        assert long != text and long != LongText([text, "x"]) and long != LongText(["x", text[1:]])


def test_no_file_stays_and_none_is_held_open(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    descriptors = Path("/dev/fd")
    before = len([*descriptors.iterdir()]) if descriptors.is_dir() else None
    texts = [LongText([str(number)]) for number in range(300)]
    assert len([*tmp_path.iterdir()]) == 300
    assert before is None or len([*descriptors.iterdir()]) <= before + 5
    del texts
    assert not [*tmp_path.iterdir()]

    def failing():
        yield "a"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        LongText(failing())
    assert not [*tmp_path.iterdir()]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_does_not_take_the_file_away() -> None:
    text = LongText(["a"])
    if not (child := os.fork()):
        del text
        os._exit(0)
    os.waitpid(child, 0)
    assert str(text) == "a"
