"use strict";
(function () {
  const byId = (id) => document.getElementById(id);
  const opened = performance.now();
  let choices = null, waiting = null, answers = 0, turn = true;

  // ---- the worker: loading, idle, at work on a job, or lost. What is wanted of it meanwhile waits for it.

  let worker = null, state = "loading", job = null, jobs = 0, used = false;
  const wanted = {solve: null, check: null};

  function start() {
    const mine = worker = new Worker("worker.js", {type: "module"});
    state = "loading";
    job = null;
    used = false;
    mine.onmessage = ({data}) => { if (worker === mine) { received(data); } };
    mine.onerror = (event) => { if (worker === mine) { lost(event.message || "no module workers here"); } };
    mine.onmessageerror = () => { if (worker === mine) { lost("a message that cannot be read"); } };
  }

  function replace() {
    worker.terminate();
    start();
  }

  // Whatever a worker says ends in one of these: ready, an answer to the job, or lost.
  function received(data) {
    if (data.kind === "ready") {
      state = "idle";
      if (choices === null) {
        choices = data.choices;
        fillChoices();
      }
    } else if (data.kind === "failed") {
      lost(data.words);
      return;
    } else if (job !== null && data.number === job.number) {
      const done = job;
      job = null;
      state = "idle";
      finished(done, data.found);
    }
    next();
  }

  function finished(done, found) {
    if (done.kind === "check") {
      verdict("$ python checker.py certificate.jsonl\n" + found);
    } else if (done.stale) {
      return;
    } else if (found.error) {
      view("failed", found.error);
    } else {
      try {
        byId("judgement").hidden = !found.judged;
        byId("solution").hidden = Boolean(found.judged);
        if (found.judged) { showJudgement(found); } else { show(found); }
        answered();
      } catch (error) {
        view("failed", "The answer cannot be shown: " + error);
      }
    }
  }

  function lost(words) {
    const before = state, at = job;
    worker.terminate();
    if (before === "loading") {
      state = "lost";
      job = wanted.solve = wanted.check = null;
      view("failed", "Python does not start: " + words + "\nSolve tries again.");
      return;
    }
    start();
    const told = "Python has ended: " + words + "\nIt is started again.";
    if (at !== null && at.kind === "check") { verdict(told); } else { view("failed", told); }
    buttons();
  }

  function want(kind, what) {
    wanted[kind] = what;
    if (state === "lost") { start(); }
    next();
  }

  function next() {
    if (state === "idle") {
      const kind = wanted.solve !== null ? "solve" : "check";
      if (wanted[kind] !== null) {
        job = {kind, number: jobs += 1};
        state = "at work";
        used = used || kind === "solve" && chosen().runs;
        worker.postMessage({kind, number: job.number, what: wanted[kind]});
        wanted[kind] = null;
      }
    }
    buttons();
  }

  function stop() {
    settle();
    const solving = wanted.solve !== null || job !== null && job.kind === "solve";
    wanted.solve = wanted.check = null;
    if (job !== null) { replace(); }
    if (solving) { view("stopped", "Stopped; change the question, or solve it again."); } else { verdict("Stopped."); }
    buttons();
  }

  // A control that is about to be disabled, hidden or replaced hands its focus on.
  function leave(id, to) {
    if (byId(id).contains(document.activeElement)) { byId(to).focus(); }
  }

  function buttons() {
    const idle = job === null && wanted.solve === null && wanted.check === null;
    if (idle) { leave("stop", "solve"); }
    byId("stop").disabled = idle;
    byId("check").disabled = !byId("certificate").value;
  }

  // ---- what the page shows: a view at a time. Results are there for the question that they answer, and for no other.

  function view(name, words) {
    const pending = name === "edited" || name === "solving";
    const kept = name === "solved" || pending && !byId("results").hidden;
    document.body.dataset.view = name;
    byId("error").hidden = name !== "failed";
    byId("error").textContent = name === "failed" ? words : "";
    if (name === "failed") { words = ""; }
    if (byId("status").textContent !== words) { byId("status").textContent = words; }
    byId("shared").textContent = "";
    if (!kept || pending) { leave("results", "solve"); }
    byId("results").hidden = !kept;
    byId("results").inert = pending;
    byId("results").setAttribute("aria-busy", String(pending));
    byId("results").classList.toggle("stale", pending);
  }

  function verdict(words) { byId("verdict").textContent = words; }

  // ---- the question

  function element(tag, attributes, words) {
    const made = document.createElement(tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    if (words !== undefined) { made.textContent = words; }
    return made;
  }

  function fillChoices() {
    const kinds = byId("kind"), groups = new Map([["", kinds]]);
    choices.questions.forEach((each, number) => {
      if (!groups.has(each.group)) {
        groups.set(each.group, element("optgroup", {label: each.group}));
        kinds.append(groups.get(each.group));
      }
      groups.get(each.group).append(element("option", {value: number}, each.label));
    });
    kinds.addEventListener("change", () => {
      turn = true;
      byId("results").hidden = true;
      showFields(chosen(), {});
      settled();
    });
    byId("version").textContent = choices.version;
    fromAddress();
  }

  function chosen() { return choices.questions[byId("kind").value]; }

  // The fields of a question; those that are there already keep their focus.
  function showFields(question, request) {
    const value = (field) => Object.hasOwn(request, field.name) ? request[field.name] : field.value;
    const number = choices.questions.indexOf(question);
    byId("kind").value = number;
    if (byId("fields").dataset.question === String(number)) {
      question.fields.forEach((field) => {
        byId(field.name).value = value(field);
        note(field);
      });
      return;
    }
    leave("fields", "kind");
    byId("fields").dataset.question = number;
    byId("about").replaceChildren(...marked(question.about));
    byId("hints").replaceChildren(...(question.hints || []).map((words, at) => {
      const whole = element("details", {});
      whole.append(element("summary", {}, "Hint " + (at + 1)), ...marked(words));
      return whole;
    }));
    byId("fields").textContent = "";
    question.fields.forEach((field) => {
      const whole = element("p", {class: "field"}), id = field.name;
      const input = element(field.options.length ? "select" : field.rows ? "textarea" : "input", {id, spellcheck: "false", autocapitalize: "off"});
      if (field.rows) { input.rows = field.rows; }
      field.options.forEach(([value, words]) => input.append(element("option", {value}, words)));
      input.value = value(field);
      input.addEventListener("input", () => {
        note(field);
        later();
      });
      whole.append(element("label", {for: id}, field.label), input);
      byId("fields").append(whole);
      if (field.options.some(([,, words]) => words)) {
        input.setAttribute("aria-describedby", id + "-note");
        whole.append(element("span", {id: id + "-note", class: "soft"}));
        note(field);
      }
    });
  }

  // A text with `code` and *emphasis* as nodes.
  function marked(text) {
    return text.split(/(`[^`]+`|\*\S[^*]*\*)/).map((words, at) => at % 2
      ? element(words[0] === "`" ? "code" : "em", {}, words.slice(1, -1)) : document.createTextNode(words));
  }

  // What is to be said of the option that is chosen.
  function note(field) {
    const chosen = field.options.find(([value]) => value === byId(field.name).value);
    if (chosen !== undefined && chosen.length > 2) { byId(field.name + "-note").textContent = chosen[2]; }
  }

  function request() {
    const asked = {...chosen().request};
    chosen().fields.forEach((field) => { asked[field.name] = byId(field.name).value; });
    return asked;
  }

  // A link holds the request: UTF-8 as base64 that an address may have.
  function link(asked) {
    const bytes = new TextEncoder().encode(JSON.stringify(asked));
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  function unlink(words) {
    try {
      const letters = atob(words.replace(/-/g, "+").replace(/_/g, "/"));
      return JSON.parse(new TextDecoder("utf-8", {fatal: true}).decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
    } catch (error) {
      throw new Error("it is cut off or changed");
    }
  }

  // The question of a request, and the request. Whatever this does not throw for, the fields can show.
  function known(asked) {
    if (typeof asked !== "object" || asked === null) { throw new Error("it holds no question"); }
    const question = choices.questions.find(
      (each) => Object.entries(each.request).every(([name, value]) => Object.hasOwn(asked, name) && asked[name] === value)
    );
    if (question === undefined) { throw new Error("it asks for what this page does not know"); }
    question.fields.forEach((field) => {
      const given = Object.hasOwn(asked, field.name), options = field.options.map(([value]) => value);
      if (!given && options.length) { return; }
      if (!given || typeof asked[field.name] !== "string") { throw new Error("it holds no text as the " + field.label); }
      if (options.length && !options.includes(asked[field.name])) { throw new Error("it holds an unknown " + field.label); }
    });
    const names = [...Object.keys(question.request), ...question.fields.map((field) => field.name)];
    if (Object.keys(asked).some((name) => !names.includes(name))) { throw new Error("it holds more than the question"); }
    return [question, asked];
  }

  // ---- the address and the history: each holds the question. What is typed into a field without leaving it is one
  // entry. `ran` says that the reader has run the Python of a question; that of a link waits for that.

  const LONGEST = 100000;  // letters of an address; a longer question is in the history of this tab alone

  function remember(ran) {
    const asked = request(), words = link(asked), before = history.state;
    const hash = words.length > LONGEST ? "#" : "#" + words;
    const same = before === null || link(before.asked) === words;
    history[same || !turn ? "replaceState" : "pushState"]({asked, ran: ran || same && before !== null && before.ran}, "", hash);
    if (!same) { turn = false; }
  }

  function fromAddress() {
    turn = true;
    let ran = false;
    try {
      const [question, asked] = history.state !== null ? known(history.state.asked)
        : location.hash.length > 1 ? known(unlink(location.hash.slice(1))) : [choices.questions[0], {}];
      ran = history.state !== null && history.state.ran;
      if (chosen() !== question) { byId("results").hidden = true; }
      showFields(question, asked);
    } catch (error) {
      showFields(choices.questions[0], {});
      stop();
      view("failed", "This link cannot be read: " + error.message + ".\nSolve takes the example instead.");
      return;
    }
    if (ran) { ask(); } else { settled(); }
  }

  // The answer that is shown, and the one that is being looked for, are to another question from now on.
  function edited() {
    wanted.solve = null;
    if (job !== null && used) { replace(); } else if (job !== null) { job.stale = true; }
    if (chosen().runs) { byId("results").hidden = true; }
    view("edited", chosen().runs ? "Not judged yet: Solve runs this Python." : "Changed: a new answer comes in a moment.");
    buttons();
  }

  function later() {
    edited();
    clearTimeout(waiting);
    waiting = setTimeout(settled, 500);
  }

  // The question stands: it is solved at once, but Python that somebody has written is run when the reader says so.
  function settled() {
    settle();
    if (chosen().runs) {
      edited();
      remember(false);
    } else {
      ask();
    }
  }

  function settle() {
    clearTimeout(waiting);
    waiting = null;
  }

  function ask() {
    settle();
    if (choices === null) {  // Python comes with the choices, and the first question is asked then
      if (state === "lost") {
        view("loading", "Loading Python …");
        start();
      }
      return;
    }
    const before = job;  // at work on what was asked before; a check, which is short, may end
    if (before !== null && before.kind === "check") {
      setTimeout(() => { if (job === before) { replace(); } }, 2000);
    } else if (before !== null || used && !chosen().runs) {  // or a reader's Python may have changed it
      replace();
    }
    wanted.check = null;
    remember(true);
    view("solving", state === "loading" ? "Python is loaded again, then it solves …" : "Solving …");
    want("solve", request());
  }

  // ---- the answer

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

  function showJudgement(found) {
    put("judged", found.judged);
    verdict("");
    view("solved", found.said);
  }

  function answered() {
    answers += 1;
    if (answers === 1) { byId("timing").textContent = "first answer " + ((performance.now() - opened) / 1000).toFixed(1) + " s after opening"; }
    document.body.dataset.answered = String(answers);
  }

  function show(found) {
    const percent = (share) => (100 * share).toFixed(1) + " %";
    const proved = found.status === "certified";
    byId("optimum").textContent = found.matched + " of " + found.sizes[0] + " and " + found.sizes[1] + " triples match; precision "
      + percent(found.score[0]) + ", recall " + percent(found.score[1]) + ", F1 " + percent(found.score[2]) + ". "
      + (proved ? "Proved: no alignment matches more." : "Not proved in this time: at most " + found.upper_bound + " match. A longer search may tell.");
    byId("counted").textContent = found.counted;
    byId("answer").textContent = found.answer;
    byId("known").textContent = found.known || "";
    put("drawing", found.drawing.svg || "<p>These graphs are too large to be drawn.</p>");
    put("source", found.source.svg);
    byId("source-figure").hidden = !found.source.svg;
    byId("left-graph").textContent = found.left;
    byId("right-graph").textContent = found.right;
    byId("proof-words").textContent = !proved ? "The search has ended before a proof was complete."
      : found.proof.length ? "Each pair of variables is worth its own triples and a share of its relations. The duals of rows and columns cover these values, and add up to the bound."
      : found.certificate ? "The proof is too long to be shown; it is in the certificate."
      : "The proof is too long to be shown.";
    byId("climb-words").textContent = found.summary || found.climbs && found.climbs.description || "These graphs are too large to climb at once; a longer search climbs up to 80 variables.";
    put("climbs", found.climbs ? found.climbs.svg : "");
    byId("certificate").value = found.certificate || "";
    byId("no-certificate").hidden = Boolean(found.certificate);
    verdict("");
    newCertificate();
    view("solved", "Answer: " + (found.answer.slice(0, 200) || found.matched + " triples match" + (proved ? ", proved." : ", " + found.upper_bound + " at most.")));
    steps("proof", found.proof);
    steps("climb", found.climb);
    if (found.certificate) { check(); }
  }

  // What is downloaded and checked is the text of the field, whatever was written into it; without one there is neither.
  function newCertificate() {
    const text = byId("certificate").value, before = byId("download").href;
    if (before.startsWith("blob:")) { URL.revokeObjectURL(before); }
    byId("download").hidden = !text;
    byId("download").removeAttribute("href");
    if (text) { byId("download").href = URL.createObjectURL(new Blob([text.endsWith("\n") ? text : text + "\n"], {type: "application/json"})); }
    buttons();
  }

  function check() {
    if (job !== null && job.kind === "check") { replace(); }
    verdict("Checking …");
    want("check", byId("certificate").value);
  }

  function share() {
    remember(false);
    if (location.hash.length < 2) {
      byId("shared").textContent = "This is too long for a link.";
      return;
    }
    const copied = navigator.clipboard ? navigator.clipboard.writeText(location.href) : Promise.reject(new Error("no clipboard"));
    copied.then(() => "Copied.", () => "The link is in the address bar.").then((words) => { byId("shared").textContent = words; });
  }

  byId("question").addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  byId("stop").addEventListener("click", stop);
  byId("check").addEventListener("click", check);
  byId("certificate").addEventListener("input", newCertificate);
  byId("share").addEventListener("click", () => { if (choices !== null) { share(); } });
  byId("fields").addEventListener("focusin", () => { turn = true; });
  window.addEventListener("popstate", () => { if (choices !== null) { fromAddress(); } });

//STEPS

  start();
  if ("serviceWorker" in navigator) { navigator.serviceWorker.register("offline.js"); }
})();
