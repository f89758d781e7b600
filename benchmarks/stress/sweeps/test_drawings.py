"""Drawings of pairs and graphs: every triple and link is drawn once, nothing covers anything, and it can be read."""

from tests.reports.test_drawings import TWO_VIEWS, drawings_of, look_at, random_pairs, real_pairs

# ---- in a browser


def test_links_of_500_pairs(browser, tmp_path, shared_data):
    real = shared_data / "bamboo" / "para" / "main"
    pairs = [*random_pairs(250), *real_pairs(real / "src.dev.amr", real / "tgt.dev.amr", 250)]
    assert len(pairs) == 500
    for at in range(0, 500, 50):
        drawings = [*drawings_of(pairs[at : at + 50])]
        for wrong in look_at(browser, tmp_path / "p.html", drawings, TWO_VIEWS):
            assert wrong == []
