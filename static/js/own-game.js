/**
 * The page that makes a league's own game: writes its boxes into a definition, and shows the entry form
 * with sample hands, whose points it counts as the phone will.
 *
 * @typedef {import("./games/declared.js").Definition & {name: string, out?: any, total?: number}} Made
 */

import { around, copyOf, every, maybe, one, pageData, parsed } from "./dom.js";
import { count } from "./games/declared.js";
import { Latest } from "./table/latest.js";
import { pointsText } from "./table/points.js";
import { fill } from "./table/words.js";
import { numberIn } from "./ui.js";

const AFTER = 300; // milliseconds without typing
const form = one("[data-maker]", document, HTMLFormElement);
const shown = one("[data-shown]");
/** @type {any} */
const given = pageData("game-data");
const asking = new Latest(AFTER);
/** @type {any} what the sample hands count by */
let definition = given;
/** Members of a box or a rule that the page does not ask for stay with their row. @type {WeakMap<Element, any>} */
const kept = new WeakMap();
/** The boxes for the most of somebody that were typed into: they no longer follow the most of all. @type {WeakSet<Element>} */
const typedMost = new WeakSet();
/** What one player has: a tick that is worth something. */
const OF_ONE = { asked: "tick", each: 1, most: 20, sum: [1, 1] };
let nextKey = 1;

/**
 * @param {HTMLInputElement|HTMLSelectElement} input
 * @param {unknown} value
 */
function fillIn(input, value) {
  if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = Boolean(value);
  else input.value = String(value ?? "");
}

/** @param {HTMLInputElement|HTMLSelectElement} input */
function valueOf(input) {
  if (input instanceof HTMLInputElement && input.type === "checkbox") return input.checked;
  if (input.type === "number") return input.value.trim() === "" ? null : Number(input.value);
  return input.value;
}

/** @param {Element} row @returns {(HTMLInputElement|HTMLSelectElement)[]} */
const inputsOf = (row) => [...row.querySelectorAll("[data-name]")].map((each) => /** @type {HTMLInputElement} */ (each));

/**
 * Add a box or a rule, and return its row.
 * @param {string} kind
 * @param {any} [data]
 */
function add(kind, data) {
  const row = one("[data-row]", /** @type {any} */ (copyOf(`[data-part="${kind}"]`)));
  one(`[data-list="${kind === "field" ? "fields" : "rules"}"]`, form).append(row);
  kept.set(row, data ?? {});
  if (kind === "field") {
    const known = every('[data-row="field"]', form).map((each) => each.dataset.key);
    while (known.includes(`f${nextKey}`)) nextKey += 1;
    row.dataset.key = data?.key ?? `f${nextKey}`;
  }
  drawBoxes();
  for (const input of inputsOf(row)) {
    const path = (input.dataset.name ?? "").split(".");
    let value = data;
    for (const name of path) value = value?.[name];
    if (path[0] === "sum" && Array.isArray(value)) value = [...new Set(value)].join("–");
    if (path[0] === "table" && Array.isArray(value)) value = value.join(" ");
    if (path[0] === "most" && given.name) typedMost.add(input);
    if (data && value === undefined && path[0] === "exact") value = true;
    if (data && value === undefined && input.type === "number" && path[0] !== "nothing") value = path[0] === "each" ? 1 : 0;
    if (data) fillIn(input, value);
  }
  const more = maybe("details", row, HTMLDetailsElement);
  if (more) more.open = Boolean(data?.table?.length || data?.always);
  return row;
}

/**
 * Return the rule for who ends the round, with the box it asks: the first with a tick, or one that is added.
 * @param {string} label
 */
function closing(label) {
  const isTick = (/** @type {HTMLElement} */ row) => one('[data-name="asked"]', row, HTMLSelectElement).value === "tick";
  const ticks = () => every('[data-row="field"]', form).filter(isTick);
  if (!ticks().length) add("field", { label, asked: "tick", each: 0, sum: [1, 1] });
  return { field: ticks()[0].dataset.key, factor: 2 };
}

/** Return the rule for bids and tricks: the first box is the bid, the next the tricks. */
function bidding() {
  const [bid, tricks = bid] = every('[data-row="field"]', form).map(({ dataset }) => dataset.key);
  return { bid, tricks, made: { fixed: 20, trick: 10 }, missed: { off: -10 } };
}

/** Return the rule for who takes everything, undefined where it isn't said how much there is. */
function sweeping() {
  const fields = every('[data-row="field"]', form).map(fieldOf);
  const all = fields.reduce((worth, { sum, each }) => worth + (sum?.[1] ?? NaN) * (each ?? NaN), 0);
  return Number.isNaN(all) ? undefined : { takes: all, sweeper: 0, others: all };
}

/**
 * Nobody can have more than all together: until it is typed itself, the most of somebody follows.
 * @param {EventTarget|null} typed
 */
function followSum(typed) {
  if (!(typed instanceof HTMLInputElement)) return;
  if (typed.dataset.name === "most") typedMost.add(typed);
  const row = typed.closest('[data-row="field"]');
  if (typed.dataset.name !== "sum" || !row) return;
  const most = one('[data-name="most"]', row, HTMLInputElement);
  const all = numbersIn(typed.value.replace(/(\d) ?[–-] ?/, "$1 ")).at(-1) ?? 0;
  if (!typedMost.has(most) && all > 0) most.value = String(all);
}

/** @param {HTMLElement} button  that adds a box or a rule */
function givenBy({ dataset }) {
  if (dataset.box) return closing(dataset.box);
  if ("one" in dataset) return OF_ONE;
  if (dataset.add === "bid") return bidding();
  return dataset.add === "sweep" ? sweeping() : undefined;
}

/** Offer the boxes by their names where a rule asks for one. */
function drawBoxes() {
  const rows = every('[data-row="field"]', form);
  const boxes = rows.map((row) => ({
    key: row.dataset.key ?? "",
    label: one('[data-name="label"]', row, HTMLInputElement).value || "…",
  }));
  for (const select of every("[data-boxes]", form, HTMLSelectElement)) {
    const chosen = select.value || kept.get(/** @type {Element} */ (select.closest("[data-row]")))?.[select.dataset.name ?? ""];
    select.replaceChildren(...boxes.map(({ key, label }) => new Option(label, key, false, key === chosen)));
  }
}

/** @param {unknown} text */
const numbersIn = (text) => (String(text ?? "").match(/-?\d+/g) ?? []).map(Number);

const goesOut = () => one("[data-out]", form, HTMLInputElement).checked;

/** @param {HTMLElement} row */
function fieldOf(row) {
  const read = Object.fromEntries(inputsOf(row).map((input) => [input.dataset.name, valueOf(input)]));
  const points = one('[data-name="label"]', row, HTMLInputElement).placeholder;
  /** @type {any} */
  const made = { key: row.dataset.key, label: read.label || points, asked: read.asked };
  if (read.asked !== "tick") Object.assign(made, { least: read.least ?? 0, most: read.most ?? 0 });
  const table = numbersIn(read.table);
  if (table.length) made.table = table;
  else made.each = read.each ?? 0;
  if (table.length && read.asked !== "tick") made.most = made.least + table.length - 1;
  const [least, most = least] = numbersIn(String(read.sum).replace(/(\d) ?[–-] ?/, "$1 "));
  if (least !== undefined) made.sum = [least, most];
  if (read.always && goesOut()) made.always = true;
  return made;
}

/** @param {HTMLElement} row */
function ruleOf(row) {
  /** @type {any} */
  const made = { kind: row.dataset.row };
  for (const input of inputsOf(row)) {
    const path = (input.dataset.name ?? "").split(".");
    if (path[0] === "nothing") continue;
    const value = valueOf(input) ?? 0;
    if (path.length > 1) made[path[0]] = { ...made[path[0]], [path[1]]: value };
    else made[path[0]] = value;
  }
  const nothing = ["0", "1"].map((end) => maybe(`[data-name="nothing.${end}"]`, row, HTMLInputElement)?.value ?? "");
  if (nothing.some(Boolean)) made.nothing = nothing.map(Number);
  return made;
}

/** @param {string} name */
const numberNamed = (name) => Number(one(`[data-name="${name}"]`, form, HTMLInputElement).value);

/** Return the definition as it stands. */
function made() {
  const fields = every('[data-row="field"]', form).map(fieldOf);
  const rules = every('[data-list="rules"] [data-row]', form).map(ruleOf);
  /** @type {any} */
  const data = { format: "zarleague-game", version: 1 };
  for (const input of every("[data-top]", form)) {
    const { value } = /** @type {HTMLInputElement} */ (input);
    if (value) data[input.dataset.top ?? ""] = input.dataset.top === "unit" ? Number(value) : value;
  }
  data.name ??= "";
  data.wins = one("[name=wins]:checked", form, HTMLInputElement).value;
  data.players = [numberNamed("fewest-players"), numberNamed("most-players")];
  data.limit = numberNamed("limit");
  data.hands = numberNamed("hands");
  if (fields.length) Object.assign(data, { fields, rules });
  else if (given.points) data.points = given.points;
  if (goesOut()) {
    const collects = one('[data-name="collects"]', form, HTMLInputElement).checked;
    data.out = { bonus: numberNamed("bonus"), collects };
  }
  if (one("[data-total]", form, HTMLInputElement).checked) data.total = numberNamed("total");
  return data;
}

function draw() {
  drawBoxes();
  one("[data-out-more]", form).hidden = !goesOut();
  one("[data-unit-note]", form).hidden = one('[data-top="unit"]', form, HTMLSelectElement).value === "1";
  one("[data-total-more]", form).hidden = !one("[data-total]", form, HTMLInputElement).checked;
  for (const row of every('[data-row="field"]', form)) {
    const isTick = one('[data-name="asked"]', row, HTMLSelectElement).value === "tick";
    const hasTable = numbersIn(one('[data-name="table"]', row, HTMLInputElement).value).length > 0;
    const hidden = { least: isTick, most: isTick || hasTable, each: hasTable, table: isTick && !hasTable, always: !goesOut() };
    for (const [name, isHidden] of Object.entries(hidden)) {
      /** @type {HTMLElement} */ (one(`[data-name="${name}"]`, row).parentElement).hidden = isHidden;
    }
    one("[data-more]", row).hidden = isTick && !hasTable && !goesOut();
    const { least, most } = fieldOf(row);
    const range = one("[data-range]", row);
    range.textContent = isTick ? "" : fill(range.dataset.range ?? "", { least, most });
  }
  definition = made();
  one("[name=definition]", form, HTMLInputElement).value = JSON.stringify(definition);
  asking.ask(show);
}

/** @param {AbortSignal} signal */
async function show(signal) {
  const sent = new FormData(form);
  // A game without a name can be tried already.
  sent.set("definition", JSON.stringify({ ...definition, name: definition.name || "1" }));
  const drawn = await fetch(form.dataset.preview ?? "", { method: "POST", body: sent, signal })
    .then((answer) => (answer.ok ? answer.text() : ""))
    .catch(() => ""); // without the network, or while typing went on
  if (!drawn || signal.aborted) return;
  const fresh = parsed(drawn);
  const typed = every("[data-shown] input", document, HTMLInputElement).map(({ id, name, value, checked }) => ({ id: id || name, value, checked }));
  const unfolded = every("[data-sample]", shown, HTMLDetailsElement).map(({ open }) => open);
  const problem = maybe("[data-problem]");
  problem?.remove();
  const said = fresh.querySelector("[data-problem]");
  if (said) shown.prepend(said);
  else shown.replaceChildren(fresh);
  every("[data-sample]", shown, HTMLDetailsElement).forEach((hand, index) => {
    hand.open = unfolded[index] ?? hand.open;
  });
  for (const { id, value, checked } of typed) {
    const input = every("[data-shown] input", document, HTMLInputElement).find((each) => (each.id || each.name) === id);
    if (input?.type === "checkbox" || input?.type === "radio") {
      input.checked = checked;
    } else if (input && value) {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  countSamples();
}

function countSamples() {
  for (const hand of every("[data-sample]", shown)) {
    const seats = every("[data-sample-seat]", hand);
    const sheets = seats.map((seat) =>
      Object.fromEntries(
        every("[data-field]", seat).map((field) => [
          field.dataset.field,
          numberIn(one("input", field, HTMLInputElement)) || 0,
        ]),
      ),
    );
    const winner = seats.findIndex((seat) => maybe("[data-went-out]", seat, HTMLInputElement)?.checked);
    const plain = !definition.fields?.length;
    const points = plain ? sheets.map(({ points: each }) => each) : count(definition, sheets, winner);
    seats.forEach((seat, index) => {
      one("[data-points]", seat).textContent = pointsText(points[index] || 0, definition.unit);
    });
  }
}

for (const input of every("[data-top]", form)) {
  fillIn(/** @type {HTMLInputElement} */ (input), given[input.dataset.top ?? ""] ?? (input.dataset.top === "ties" ? "shared" : input.dataset.top === "unit" ? 1 : ""));
}
for (const field of given.fields ?? []) add("field", field);
for (const rule of given.rules ?? []) add(rule.kind, rule);
if (given.out) {
  one("[data-out]", form, HTMLInputElement).checked = true;
  fillIn(one('[data-name="bonus"]', form, HTMLInputElement), given.out.bonus ?? 0);
  fillIn(one('[data-name="collects"]', form, HTMLInputElement), given.out.collects);
}
if (given.total !== undefined) {
  one("[data-total]", form, HTMLInputElement).checked = true;
  fillIn(one('[data-name="total"]', form, HTMLInputElement), given.total);
}
form.addEventListener("input", ({ target }) => {
  followSum(target);
  draw();
});
form.addEventListener("click", ({ target, detail }) => {
  if (!(target instanceof Element)) return;
  const adding = around(target, "[data-add]");
  const removing = around(target, "[data-remove]");
  const byKey = detail === 0; // on a phone, a focused box would open the keyboard
  if (adding) {
    const row = add(adding.dataset.add ?? "", givenBy(adding));
    if (byKey) one("input, select", row).focus();
  } else if (removing) {
    around(removing, "[data-row]")?.remove();
    if (byKey) one("[data-add]", form).focus();
  } else return;
  draw();
});
shown.addEventListener("input", countSamples);
form.inert = false;
maybe("[autofocus]", form)?.focus(); // an inert form is not given the focus
draw();
