"use strict";
(function () {
  const byId = (id) => document.getElementById(id);
  const opened = performance.now();
  let worker = null, choices = null, asked = 0, answered = 0, ready = false, first = true, waiting = null;

  function say(words) { byId("status").textContent = words; }

  function start() {
    ready = false;
    worker = new Worker("worker.js", {type: "module"});
    worker.onerror = (event) => say("Python does not start: " + (event.message || "no module workers here"));
    worker.onmessage = ({data}) => {
      if (data.kind === "ready") {
        ready = true;
        if (choices === null) {
          choices = data.choices;
          fillChoices();
        }
        ask();
      } else if (data.kind === "solved") {
        if (data.number === asked) { show(data.found); }
      } else if (data.kind === "checked") {
        byId("verdict").textContent = "$ python checker.py certificate.jsonl\n" + data.verdict;
      } else {
        fail(data.words);
      }
    };
  }

  function fail(words) {
    byId("error").textContent = words;
    byId("error").hidden = false;
    byId("stop").disabled = true;
    say("");
  }

  function element(tag, attributes, words) {
    const made = document.createElement(tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    if (words !== undefined) { made.textContent = words; }
    return made;
  }

  function field(id, label, value, rows) {
    const whole = element("p", {class: "field"});
    const input = rows ? element("textarea", {id, rows, spellcheck: "false"}) : element("input", {id, spellcheck: "false"});
    input.value = value;
    input.addEventListener("input", later);
    whole.append(element("label", {for: id}, label), input);
    byId("fields").append(whole);
  }

  function fillChoices() {
    const kinds = byId("kind");
    kinds.append(element("option", {value: "pair"}, "a pair of AMRs"));
    const sources = element("optgroup", {label: "a problem, reduced to Smatch"});
    choices.sources.forEach((each) => sources.append(element("option", {value: each.name}, each.name)));
    const traps = element("optgroup", {label: "a trap for hill-climbing"});
    choices.traps.forEach((each) => traps.append(element("option", {value: "trap " + each.name}, each.name)));
    kinds.append(sources, traps);
    kinds.addEventListener("change", () => { showFields(null); ask(); });
    byId("version").textContent = choices.version;
    fromLink();
  }

  function showFields(request) {
    byId("fields").textContent = "";
    const kind = byId("kind").value;
    if (kind === "pair") {
      byId("about").textContent = "in PENMAN notation";
      field("left", "left graph", request ? request.left : choices.pair[0], 5);
      field("right", "right graph", request ? request.right : choices.pair[1], 5);
    } else if (kind.startsWith("trap ")) {
      const trap = choices.traps.find((each) => "trap " + each.name === kind);
      byId("about").textContent = trap.summary;
      field("parameters", "parameters", request ? request.parameters : trap.parameters);
    } else {
      const source = choices.sources.find((each) => each.name === kind);
      byId("about").textContent = source.summary + "; " + source.files;
      field("text", source.files, request ? request.text : source.example, 8);
      if (source.size !== null) { field("size", "size k", request ? request.size : source.size); }
    }
  }

  function question() {
    const kind = byId("kind").value, value = (id) => byId(id).value;
    if (kind === "pair") { return {kind, left: value("left"), right: value("right"), top: "none"}; }
    if (kind.startsWith("trap ")) { return {kind: "trap", name: kind.slice(5), parameters: value("parameters")}; }
    const request = {kind, text: value("text")};
    if (byId("size")) { request.size = value("size"); }
    return request;
  }

  // A link holds the question: UTF-8 as base64 that an address may have.
  function link(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  function unlink(words) {
    const letters = atob(words.replace(/-/g, "+").replace(/_/g, "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
  }

  function fromLink() {
    let request = null;
    if (location.hash.length > 1) {
      try {
        request = unlink(location.hash.slice(1));
        byId("kind").value = request.kind === "trap" ? "trap " + request.name : request.kind;
      } catch (error) {
        request = null;
      }
    }
    if (!byId("kind").value) { byId("kind").value = "pair"; request = null; }
    showFields(request);
  }

  function later() {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 500);
  }

  function ask() {
    clearTimeout(waiting);
    if (!ready || choices === null) { return; }
    if (asked > answered) {  // still at work on what was asked before: begin again
      worker.terminate();
      answered = asked;
      start();
      return;
    }
    asked += 1;
    byId("stop").disabled = false;
    say("Solving …");
    worker.postMessage({kind: "solve", number: asked, request: question()});
  }

  function put(id, svg) { byId(id).innerHTML = svg; }

  function steps(id, pictures) {
    const whole = element("div", {class: "steps"});
    pictures.forEach((each) => {
      const figure = element("figure", {class: "drawn"}), frame = element("div", {tabindex: 0, role: "region", "aria-label": each.caption});
      frame.innerHTML = each.svg;
      figure.append(frame, element("figcaption", {}, each.caption));
      whole.append(figure);
    });
    byId(id).textContent = "";
    byId(id).append(whole);
    watch(whole);
  }

  function show(found) {
    answered = asked;
    byId("stop").disabled = true;
    byId("error").hidden = true;
    if (found.error) { fail(found.error); return; }
    const percent = (share) => (100 * share).toFixed(1) + " %";
    const proved = found.status === "certified";
    byId("optimum").textContent = found.matched + " of " + found.sizes[0] + " and " + found.sizes[1] + " triples match; precision "
      + percent(found.score[0]) + ", recall " + percent(found.score[1]) + ", F1 " + percent(found.score[2]) + ". "
      + (proved ? "Proved: no alignment matches more." : "Not proved: at most " + found.upper_bound + " match.");
    byId("answer").textContent = found.answer;
    byId("known").textContent = found.known || "";
    put("drawing", found.drawing.svg || "<p>These graphs are too large to be drawn.</p>");
    put("source", found.source.svg);
    byId("source-figure").hidden = !found.source.svg;
    byId("left-graph").textContent = found.left;
    byId("right-graph").textContent = found.right;
    byId("proof-words").textContent = !proved ? "The search has ended before a proof was complete."
      : found.proof.length ? "Each pair of variables is worth its own triples and a share of its relations. The duals of rows and columns cover these values, and add up to the bound."
      : "The proof is too large to be drawn; it is in the certificate.";
    steps("proof", found.proof);
    byId("climb-words").textContent = found.summary || found.climbs && found.climbs.description || "These graphs are too large to climb here.";
    put("climbs", found.climbs ? found.climbs.svg : "");
    steps("climb", found.climb);
    byId("certificate").value = found.certificate || "";
    byId("verdict").textContent = "";
    byId("results").hidden = false;
    newCertificate();
    check();
    say("");
    if (first) {
      first = false;
      byId("timing").textContent = "first answer " + ((performance.now() - opened) / 1000).toFixed(1) + " s after opening";
    }
    document.body.dataset.answered = String(answered);
  }

  function newCertificate() {
    const text = byId("certificate").value;
    byId("download").href = "data:application/json," + encodeURIComponent(text.endsWith("\n") ? text : text + "\n");
  }

  function check() {
    if (byId("certificate").value) { worker.postMessage({kind: "check", certificate: byId("certificate").value}); }
  }

  byId("question").addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  byId("stop").addEventListener("click", () => { worker.terminate(); answered = asked; ready = false; byId("stop").disabled = true;
    say("Stopped; change the question to solve again."); choicesKept(); });
  byId("check").addEventListener("click", check);
  byId("certificate").addEventListener("input", newCertificate);
  byId("share").addEventListener("click", () => {
    location.hash = link(question());
    if (navigator.clipboard) { navigator.clipboard.writeText(location.href).then(() => say("Copied."), () => say("The link is in the address bar.")); }
    else { say("The link is in the address bar."); }
  });
  window.addEventListener("hashchange", () => { if (choices !== null) { fromLink(); ask(); } });

  // A new worker that waits for the next question.
  function choicesKept() {
    start();
    const message = worker.onmessage;
    worker.onmessage = (event) => {
      if (event.data.kind === "ready") { ready = true; worker.onmessage = message; } else { message(event); }
    };
  }

//STEPS

  start();
  if ("serviceWorker" in navigator) { navigator.serviceWorker.register("offline.js"); }
})();
