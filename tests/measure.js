
(function () {
  function luminance(rgb) {
    var linear = rgb.map(function (v) { v /= 255; return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); });
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  }
  function colour(words) {
    var found = words.match(/rgba?\(([^)]+)\)/);
    return found ? found[1].split(",").map(Number) : null;
  }
  function contrast(one, other) {
    var a = luminance(one.slice(0, 3)), b = luminance(other.slice(0, 3));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  function inside(inner, outer) {
    return inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  }
  function overlap(a, b) {
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  }
  var wrong = [], links = [], svgs = Array.from(document.querySelectorAll("svg"));
  document.querySelectorAll("details").forEach(function (each) { each.open = true; });
  document.querySelectorAll("figure[hidden]").forEach(function (each) { each.hidden = false; });
  svgs.forEach(function (svg, number) {
    function complain(what, words) { wrong.push([number, what, String(words).slice(0, 120)]); }
    var frame = svg.getBoundingClientRect(), sheet = svg.querySelector("rect[width='100%'], [id=patch_1] > path");
    var paper = colour(sheet ? getComputedStyle(sheet).fill : getComputedStyle(document.body).backgroundColor);
    if ((svg.getAttribute("aria-label") || "").length < 20) { complain("no description", svg.getAttribute("aria-label")); }
    if (frame.width < 5 || frame.height < 5) { complain("nothing to see", frame.width + " x " + frame.height); }
    var texts = Array.from(svg.querySelectorAll("text")).filter(function (each) { return each.textContent.trim(); });
    var places = texts.map(function (each) { return each.getBoundingClientRect(); });
    var boxes = Array.from(svg.querySelectorAll("rect.box"));
    var grounds = [paper].concat(boxes.slice(0, 1).map(function (each) { return colour(getComputedStyle(each).fill); }));
    texts.forEach(function (text, at) {
      if (/\\math|\$\\|\^\{|\\frac/.test(text.textContent)) { complain("raw TeX", text.textContent); }
      if (!inside(places[at], frame)) { complain("clipped", text.textContent); }
      for (var other = 0; other < at; other += 1) {
        if (overlap(places[at], places[other])) { complain("overlap", texts[other].textContent + " | " + text.textContent); }
      }
      var ink = colour(getComputedStyle(text).fill);
      grounds.forEach(function (ground) {
        if (!ink || contrast(ink, ground) < 4.5) { complain("contrast of a text", text.textContent); }
      });
    });
    svg.querySelectorAll(".link, .arc, .edge, .stem, rect.box, g[id*=line2d] > path").forEach(function (drawn) {
      var style = getComputedStyle(drawn), stroke = colour(style.stroke);
      if (!stroke || Number(style.strokeOpacity) < 1 || Number(style.opacity) < 1) { return; }
      if (contrast(stroke, paper) < 3) { complain("contrast of a line", drawn.getAttribute("class") + " " + style.stroke); }
    });
    var obstacles = places.concat(boxes.map(function (each) { return each.getBoundingClientRect(); }));
    var scale = frame.width / svg.viewBox.baseVal.width;
    links.push(Array.from(svg.querySelectorAll(".link")).map(function (link) {
      var length = link.getTotalLength(), matrix = link.getScreenCTM();
      if (!(length > 10) || !inside(link.getBoundingClientRect(), frame)) { complain("vanished link", link.getAttribute("d")); }
      for (var step = 1; step < 40; step += 1) {
        var at = link.getPointAtLength(length * step / 40).matrixTransform(matrix);
        obstacles.forEach(function (box) {
          if (at.x > box.left + 1.5 && at.x < box.right - 1.5 && at.y > box.top + 1.5 && at.y < box.bottom - 1.5) {
            complain("link over something", link.getAttribute("d"));
          }
        });
      }
      return [Number(link.dataset.left), Number(link.dataset.right)];
    }));
  });
  var wide = Array.from(document.querySelectorAll("body *")).filter(function (each) {
    return each.getBoundingClientRect().right > window.innerWidth + 1 && !each.closest(".wide, figure > div, pre, svg");
  }).map(function (each) { return each.tagName + "." + each.className; });
  document.body.dataset.figures = JSON.stringify({
    wrong: wrong, links: links, dark: matchMedia("(prefers-color-scheme: dark)").matches, width: window.innerWidth, wide: wide,
    cut: Array.from(document.querySelectorAll(".wide")).filter(function (each) {
      return each.scrollWidth > each.clientWidth + 1;
    }).map(function (each) { return each.textContent.trim().slice(0, 40); }),
    scroll: document.documentElement.scrollWidth
  });
})();
