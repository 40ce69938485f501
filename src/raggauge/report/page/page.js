"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const { words, metrics, samples } = data;
  const ROW = 36;
  const make = (tag, cls, text) => {
    const node = document.createElement(tag);
    if (cls) node.className = cls;
    if (text !== undefined) put(node, text);
    return node;
  };
  // a word without end is slow to lay out: give it places to break; a mark that turns or hides text is named instead
  const MARKS = /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069])/u;
  const put = (node, text) => {
    String(text).split(MARKS).forEach((piece, k) => {
      if (k % 2) {
        const named = document.createElement("span");
        named.className = "code";
        named.append(`U+${piece.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
        node.append(named);
        return;
      }
      for (const part of piece.split(/(\S{120})/u)) {
        if (part) node.append(part);
        if (part.length >= 120) node.append(document.createElement("wbr"));
      }
    });
  };
  const say = (key, values = {}) => (words[key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

  // theme
  const root = document.documentElement;
  $("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    drawScatter();
  });

  // the table of samples: only the rows in view exist
  const rows = $("rows"), body = $("body"), count = $("count");
  let order = samples.map((_, i) => i), sortBy = data.sort, descending = data.descending, chosen = -1;
  const low = (metric, value) => metric.goal !== null && (metric.down ? value > metric.goal : value < metric.goal);
  const haystack = samples.map((s) => `${s.id}\n${s.question}\n${s.answer}`.toLowerCase());
  const keyOf = (i) => {
    if (sortBy === -2) return samples[i].id;
    if (sortBy === -1) return samples[i].question;
    const value = samples[i].scores[sortBy];
    return typeof value === "number" ? value : null;
  };
  const compare = (a, b) => {
    const x = keyOf(a), y = keyOf(b);
    if (x === null || y === null) return x === y ? a - b : x === null ? 1 : -1;
    const sign = descending ? -1 : 1;
    return (typeof x === "number" ? x - y : x.localeCompare(y)) * sign || a - b;
  };
  const fits = (i) => {
    const mode = $("filter").value;
    if (!mode) return true;
    const [kind, number] = mode.split(":"), metric = +number, value = samples[i].scores[metric];
    if (kind === "low") return typeof value === "number" && low(metrics[metric], value);
    return typeof value === "string" && value.startsWith(kind);
  };
  const refresh = () => {
    const wanted = $("search").value.toLowerCase().trim();
    order = samples.map((_, i) => i).filter((i) => fits(i) && (!wanted || haystack[i].includes(wanted))).sort(compare);
    body.style.height = `${order.length * ROW}px`;
    count.textContent = say("shown", { n: order.length, total: samples.length });
    for (const button of rows.querySelectorAll(".head button")) {
      const mine = +button.dataset.key === sortBy;
      button.parentNode.setAttribute("aria-sort", mine ? (descending ? "descending" : "ascending") : "none");
      button.textContent = button.dataset.label + (mine ? (descending ? " ↓" : " ↑") : "");
    }
    draw(true);
  };
  let first = -1;
  const draw = (force) => {
    const top = Math.max(0, Math.floor(rows.scrollTop / ROW) - 6);
    if (!force && top === first) return;
    first = top;
    const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.row : undefined;
    body.replaceChildren(...order.slice(top, top + Math.ceil(rows.clientHeight / ROW) + 12).map((i, k) => line(i, top + k)));
    if (focused !== undefined) body.querySelector(`[data-row="${focused}"]`)?.focus({ preventScroll: true });
  };
  const cellOf = (cls, text) => {
    const cell = make("span", cls, String(text).slice(0, 100));
    cell.setAttribute("role", "cell");
    cell.title = text;
    return cell;
  };
  const line = (i, at) => {
    const sample = samples[i], row = make("div", "row");
    row.style.top = `${at * ROW}px`;
    row.dataset.row = at;
    row.tabIndex = 0;
    row.setAttribute("role", "row");
    row.setAttribute("aria-selected", String(i === chosen));
    row.append(cellOf("", sample.id), cellOf("", sample.question));
    metrics.forEach((metric, m) => {
      const value = sample.scores[m], known = typeof value === "number";
      const state = known ? (low(metric, value) ? " low" : metric.goal === null ? "" : " fine") : " none";
      const cell = cellOf("value" + state, known ? value.toFixed(2) : say(value.split(":")[0]));
      cell.title = known ? metric.text : value.slice(value.indexOf(":") + 1);
      row.append(cell);
    });
    row.addEventListener("click", () => open(i));
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(i); }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        const next = at + step;
        if (next < 0 || next >= order.length) return;
        if ((next + 2) * ROW > rows.scrollTop + rows.clientHeight) rows.scrollTop = (next + 3) * ROW - rows.clientHeight;
        if (next * ROW < rows.scrollTop) rows.scrollTop = next * ROW;
        draw(true);
        body.querySelector(`[data-row="${next}"]`)?.focus({ preventScroll: true });
      }
    });
    return row;
  };
  const head = rows.querySelector(".head");
  [[-2, say("sample")], [-1, say("question")], ...metrics.map((m, k) => [k, m.text])].forEach(([key, label]) => {
    const button = make("button", "", label);
    button.dataset.key = key;
    button.dataset.label = label;
    button.title = label;
    button.addEventListener("click", () => {
      descending = sortBy === key ? !descending : false;
      sortBy = key;
      refresh();
    });
    const cell = make("span");
    cell.setAttribute("role", "columnheader");
    cell.append(button);
    head.append(cell);
  });
  const narrow = matchMedia("(max-width: 640px)");
  const setWidths = () => {
    const [id, question, narrowest] = narrow.matches ? [72, 128, 84] : [130, 240, 104];
    // names of metrics are long and begin alike: few columns get the room to show them whole
    const room = Math.floor((rows.clientWidth - id - 300 - 50) / Math.max(1, metrics.length)) - 12;
    const column = narrow.matches ? narrowest : Math.min(150, Math.max(narrowest, room));
    const least = `${id + question + 24 + 12 + metrics.length * (column + 12)}px`;
    rows.style.setProperty("--first", `${id}px minmax(${question}px, 1fr)`);
    rows.style.setProperty("--columns", metrics.map(() => `${column}px`).join(" ") || "0");
    rows.style.setProperty("--least", least);
    body.style.minWidth = least;
  };
  narrow.addEventListener("change", setWidths);
  setWidths();
  metrics.forEach((metric, m) => {
    const add = (kind, key) => {
      const option = make("option", "", say(key, { metric: metric.text }));
      option.value = `${kind}:${m}`;
      $("filter").append(option);
    };
    if (metric.goal !== null) add("low", "filter_low");
    add("unscored", "filter_unscored");
    add("na", "filter_na");
  });
  rows.addEventListener("scroll", () => draw(false));
  addEventListener("resize", () => draw(true));
  $("search").addEventListener("input", refresh);
  $("filter").addEventListener("change", refresh);

  // details come in packs, unpacked when one of theirs is opened
  const unpacked = new Map();
  const unpack = async (pack) => {
    if (!unpacked.has(pack)) {
      const raw = Uint8Array.from(atob($(`pack-${pack}`).textContent.trim()), (c) => c.charCodeAt(0));
      const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"));
      unpacked.set(pack, JSON.parse(await new Response(stream).text()));
    }
    return unpacked.get(pack);
  };
  const open = async (i, quiet) => {
    chosen = i;
    draw(true);
    const target = $("detail"), sample = samples[i];
    if (sample.pack === null) {
      target.replaceChildren(make("p", "note", say("left_out", { id: sample.id })));
    } else {
      const detail = (await unpack(sample.pack))[sample.id];
      if (chosen !== i) return;
      target.replaceChildren(...view(sample, detail));
    }
    target.hidden = false;
    if (!quiet) {
      history.replaceState(null, "", `#${encodeURIComponent(sample.id)}`);
      target.scrollIntoView({ behavior: "smooth", block: "start" });
    }
  };

  // one sample: claims light up what supports or contradicts them, and back
  const view = (sample, d) => {
    const parts = [make("h2", "", sample.id), make("h3", "", say("question")), make("div", "text", d.question ?? "–")];
    const sides = make("div", "sides"), left = make("div"), right = make("div");
    const verdictOf = Object.fromEntries(d.claims.map((c) => [c.id, c.verdict || "open"]));
    left.append(make("h3", "", say("answer")));
    const answerMarks = d.claims.filter((c) => c.source === "answer" && c.checkable)
      .flatMap((c) => c.spans.map(([start, end]) => ({ start, end, claim: c.id, cls: c.verdict || "open" })));
    left.append(d.answer === null ? make("p", "note", say("no_answer")) : marked(d.answer, answerMarks));
    if (d.refuses) left.append(make("p", "note", say("refuses")));
    left.append(make("h3", "", say("claims")), list(d, "answer"));
    d.references.forEach((text, r) => {
      left.append(make("h3", "", `${say("reference")} ${r + 1}`), make("div", "text", text), list(d, `reference:${r}`));
    });
    right.append(make("h3", "", say("passages")), legend());
    if (!d.contexts.length) right.append(make("p", "note", say("nothing_retrieved")));
    d.contexts.forEach((passage, k) => {
      const title = make("h3", "", `[${k + 1}] ${passage.doc_id ?? ""}`);
      passage.tags.forEach((tag) => title.append(make("span", "tag", tag)));
      const marks = d.claims.flatMap((c) => c.quotes.filter((q) => q.source === `context:${k}` && q.start !== null)
        .map((q) => ({ start: q.start, end: q.end, claim: c.id, cls: verdictOf[c.id] })));
      const box = marked(passage.text, marks);
      if (passage.text.length > 1500) box.classList.add("long");
      right.append(title, box);
    });
    sides.append(left, right);
    parts.push(sides, make("h3", "", say("scores")), scores(d));
    return parts;
  };
  const light = (claims, on) => {
    for (const node of document.querySelectorAll("#detail [data-claims]")) {
      if (claims.some((c) => node.dataset.claims.split(" ").includes(c))) node.classList.toggle("lit", on);
    }
    if (on) {
      const box = document.querySelector("#detail .sides > div:last-child .lit");
      const holder = box?.closest(".long");
      if (holder) holder.scrollTop = Math.max(0, box.offsetTop - holder.offsetTop - 40);
    }
  };
  const lights = (node, claims) => {
    node.dataset.claims = claims.join(" ");
    node.tabIndex = 0;
    node.addEventListener("mouseenter", () => light(claims, true));
    node.addEventListener("mouseleave", () => light(claims, false));
    node.addEventListener("focus", () => light(claims, true));
    node.addEventListener("blur", () => light(claims, false));
  };
  const marked = (text, marks) => {
    const box = make("div", "text"), letters = Array.from(text);
    box.tabIndex = -1;
    const cuts = [...new Set([0, letters.length, ...marks.flatMap((m) => [m.start, m.end])])]
      .filter((at) => at >= 0 && at <= letters.length).sort((a, b) => a - b);
    for (let k = 0; k + 1 < cuts.length; k++) {
      const piece = letters.slice(cuts[k], cuts[k + 1]).join("");
      const over = marks.filter((m) => m.start <= cuts[k] && m.end >= cuts[k + 1]);
      if (!over.length) { put(box, piece); continue; }
      const node = make("mark", over[0].cls, piece);
      lights(node, [...new Set(over.map((m) => m.claim))]);
      box.append(node);
    }
    return box;
  };
  const list = (d, source) => {
    const items = make("ul", "claims");
    d.claims.filter((c) => c.source === source).forEach((c) => {
      const word = !c.checkable ? say("unchecked") : say(c.verdict || "open");
      const item = make("li", c.checkable ? c.verdict || "open" : "unchecked");
      item.append(make("span", "", c.text));
      const basis = [];
      if (c.support.length) basis.push(say(c.joint ? "joint" : "by", { numbers: c.support.map((k) => `[${k + 1}]`).join(" ") }));
      if (c.against.length) basis.push(say("against", { numbers: c.against.map((k) => `[${k + 1}]`).join(" ") }));
      c.conflicts.forEach((x) => basis.push(say("conflict", x)));
      c.quotes.filter((q) => q.start === null).forEach((q) => basis.push(say("unverified", { text: q.text })));
      item.append(make("small", "", [`${c.id} · ${word}`, ...basis].join(" · ")));
      if (c.checkable) lights(item, [c.id]);
      items.append(item);
    });
    if (!items.children.length) items.append(make("li", "unchecked", say("no_claims")));
    return items;
  };
  const legend = () => {
    const box = make("div", "legend");
    [["supported", "good"], ["contradicted", "bad"], ["unsure", "warn"], ["not_found", "none"]].forEach(([word, colour]) => {
      const item = make("span", "", say(word));
      item.style.setProperty("--c", `var(--${colour}-bg)`);
      box.append(item);
    });
    return box;
  };
  const scores = (d) => {
    const wrap = make("div", "scroll"), table = make("table"), bodyRows = make("tbody");
    Object.entries(d.scores).forEach(([name, s]) => {
      const row = make("tr");
      const value = s.value !== null ? s.value.toFixed(3) : say(s.state === "unscored" ? "unscored" : "na");
      const why = [s.label, s.reason].filter(Boolean).join(" · ");
      const bounds = s.state === "unscored" ? `${s.lowest ?? 0}–${s.highest ?? 1}` : "";
      row.append(make("td", "", name), make("td", "number", value), make("td", "short", s.n_asked !== null ? say("of", { n: s.n_asked }) : ""),
        make("td", "", [why, bounds].filter(Boolean).join(" · ")));
      bodyRows.append(row);
    });
    table.append(bodyRows);
    wrap.append(table);
    return wrap;
  };

  // scatter of any two metrics
  const canvas = $("plot"), xs = $("x"), ys = $("y");
  let dots = [];
  const drawScatter = () => {
    if (!canvas) return;
    const style = getComputedStyle(root), pen = canvas.getContext("2d"), size = 520, pad = 46, left = 64;
    canvas.width = canvas.height = size * (devicePixelRatio || 1);
    pen.scale(devicePixelRatio || 1, devicePixelRatio || 1);
    pen.clearRect(0, 0, size, size);
    const px = (v) => left + v * (size - left - 28), py = (v) => size - pad - v * (size - 2 * pad);
    pen.strokeStyle = style.getPropertyValue("--line");
    pen.fillStyle = style.getPropertyValue("--ink");
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    for (const v of [0, 0.25, 0.5, 0.75, 1]) {
      pen.beginPath(); pen.moveTo(px(v), py(0)); pen.lineTo(px(v), py(1)); pen.moveTo(px(0), py(v)); pen.lineTo(px(1), py(v)); pen.stroke();
      pen.fillText(v, px(v), size - pad + 18); pen.fillText(v, left - 20, py(v) + 4);
    }
    pen.fillText(metrics[+xs.value].text, (px(0) + px(1)) / 2, size - 8);
    pen.save(); pen.translate(14, size / 2); pen.rotate(-Math.PI / 2); pen.fillText(metrics[+ys.value].text, 0, 0); pen.restore();
    dots = [];
    pen.fillStyle = style.getPropertyValue("--accent");
    pen.globalAlpha = samples.length > 500 ? 0.3 : 0.55;
    samples.forEach((s, i) => {
      const a = s.scores[+xs.value], b = s.scores[+ys.value];
      if (typeof a !== "number" || typeof b !== "number") return;
      const jitter = (k) => (((i * 7919 * k) % 97) / 97 - 0.5) * 10;
      const dot = [px(a) + jitter(1), py(b) + jitter(3), i];
      dots.push(dot);
      pen.beginPath(); pen.arc(dot[0], dot[1], 4, 0, 7); pen.fill();
    });
    pen.globalAlpha = 1;
    $("dots").textContent = say("dots", { n: dots.length, total: samples.length });
  };
  if (canvas) {
    metrics.forEach((metric, m) => [xs, ys].forEach((select) => {
      const option = make("option", "", metric.text);
      option.value = m;
      select.append(option);
    }));
    xs.value = 0;
    ys.value = Math.min(1, metrics.length - 1);
    [xs, ys].forEach((select) => select.addEventListener("change", drawScatter));
    canvas.addEventListener("click", (event) => {
      const box = canvas.getBoundingClientRect(), k = 520 / box.width;
      const [x, y] = [(event.clientX - box.left) * k, (event.clientY - box.top) * k];
      const near = dots.map(([a, b, i]) => [Math.hypot(a - x, b - y), i]).sort((p, q) => p[0] - q[0])[0];
      if (near && near[0] < 14) open(near[1]);
    });
    drawScatter();
  }
  const byId = new Map(samples.map((s, i) => [s.id, i]));
  for (const button of document.querySelectorAll("[data-sample]")) {
    button.addEventListener("click", () => byId.has(button.dataset.sample) && open(byId.get(button.dataset.sample)));
  }
  refresh();
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (byId.has(wanted)) open(byId.get(wanted), true);
  else if (order.length) open(order[0], true);
})();
