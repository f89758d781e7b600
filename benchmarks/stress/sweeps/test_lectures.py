"""Slides of the lectures in a browser: each fits its screen, keys turn them, and printed each is a page."""

import json
import re

import pytest

from tests.docs.test_lectures import PAGES, pages, slides_of  # noqa: F401  # a fixture is among them

MEASURE = """
addEventListener("load", () => {
  const pages = [...document.querySelectorAll("section > section")], wrong = [];
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  for (const [at, page] of pages.entries()) {
    const box = page.getBoundingClientRect();
    for (const each of [page, ...page.querySelectorAll("*")]) {
      const own = each.getBoundingClientRect();
      const inside = own.bottom <= box.bottom + 1 && own.right <= box.right + 1;
      if (!inside || each.scrollWidth > each.clientWidth + 1 && each.clientWidth) wrong.push([at + 1, each.tagName]);
      if (each.tagName === "IMG" && own.height < 150) wrong.push([at + 1, "a small picture"]);
    }
  }
  press("ArrowRight"); press("PageDown"); press("ArrowLeft");
  const turned = Math.round(scrollY / innerHeight);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  document.body.dataset.figures = JSON.stringify({ wrong, turned, wide, height: innerHeight, pages: pages.length });
});
"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (390, 800)])
@pytest.mark.parametrize("name", PAGES)
def test_every_slide_fits_and_keys_turn_them(pages, browser, tmp_path, name, width, height):
    inner, outer = tmp_path / name, tmp_path / "frame.html"
    inner.write_text(pages[name].read_text(encoding="utf-8").replace("</body>", f"<script>{MEASURE}</script></body>"))
    outer.write_text(
        f"<iframe width={width} height={height} style='border: 0' src='{inner.as_uri()}' onload='document.body.dataset"
        ".figures = this.contentDocument.body.dataset.figures'></iframe>"
    )
    document, said = browser.visit(outer.as_uri(), "--allow-file-access-from-files")
    found = json.loads(document.one("body")["data-figures"])
    assert said == [] and found["wide"] <= 0
    if name != "worksheet.html" and width > 800:
        assert found["wrong"] == [] and found["turned"] == 1
        assert found["height"] == height and found["pages"] == len(slides_of(pages[name])) > 20


def test_printed_each_slide_is_a_page(pages, browser, tmp_path):
    for name in PAGES[:2]:
        browser.visit(pages[name].as_uri(), "--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'printed.pdf'}")
        printed = (tmp_path / "printed.pdf").read_bytes()
        assert len(re.findall(rb"/Type /Page\b", printed)) == len(slides_of(pages[name]))
