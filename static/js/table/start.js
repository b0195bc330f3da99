/**
 * Starting a match: tapping players seats them clockwise in the order of the taps; a new name
 * becomes a guest; the seats can be moved and one of them deals.
 */

import "./page.js";
import { Latest } from "./latest.js";
import { fill } from "./words.js";

const OUTLOOK_AFTER = 200; // milliseconds without a tap

const form = document.querySelector("[data-start]");
const texts = JSON.parse(document.getElementById("start-texts").textContent);
const pick = form.querySelector("[data-pick]");
const list = form.querySelector("[data-seats]");
let seated = []; // [{id, name}] clockwise; an id "+Name" is a name typed on the spot
let dealer = "";
const outlook = new Latest(OUTLOOK_AFTER);

const initials = (name) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0].toUpperCase())
    .join("");

function toggle(button) {
  const id = button.dataset.player;
  const name = button.querySelector(".name").textContent;
  seated = seated.some((seat) => seat.id === id)
    ? seated.filter((seat) => seat.id !== id)
    : [...seated, { id, name }];
  show();
}

function show() {
  if (!seated.some(({ id }) => id === dealer)) dealer = seated[0]?.id ?? "";
  for (const button of pick.children) {
    const index = seated.findIndex(({ id }) => id === button.dataset.player);
    button.setAttribute("aria-pressed", String(index >= 0));
    button.querySelector(".seat-number").textContent = index >= 0 ? index + 1 : "";
  }
  const template = form.querySelector("[data-seat-template]");
  list.replaceChildren(
    ...seated.map(({ id, name }, index) => {
      const item = template.content.cloneNode(true).firstElementChild;
      item.dataset.index = index;
      item.querySelector("[name=seat]").value = id;
      const radio = item.querySelector("[name=dealer]");
      radio.value = id;
      radio.checked = id === dealer;
      item.querySelector(".name").textContent = name;
      item.querySelector(".monogram").textContent = initials(name);
      item.querySelector("[data-move='-1']").disabled = index === 0;
      item.querySelector("[data-move='1']").disabled = index === seated.length - 1;
      return item;
    }),
  );
  form.querySelector("[data-seating]").hidden = seated.length === 0;
  const { least, most } = form.querySelector("[name=game]:checked").dataset;
  const count = seated.length;
  const words = fill(count ? texts.chosen : texts.few, { count, least, most });
  form.querySelector("[data-how-many]").textContent = words;
  form.querySelector("[data-go]").disabled = count < Number(least) || count > Number(most);
  outlook.ask(showOutlook);
}

/** What the ratings expect of those who are seated. */
async function showOutlook(signal) {
  const place = form.querySelector("[data-outlook]");
  const asked = new URLSearchParams(seated.map(({ id }) => ["seat", id]));
  asked.set("game", form.querySelector("[name=game]:checked").value);
  try {
    const response = await fetch(`${place.dataset.outlook}?${asked}`, { signal });
    place.innerHTML = response.ok ? await response.text() : "";
  } catch {
    // Without the network, or overtaken by another tap: a match starts without it.
  }
}

function addName() {
  const input = form.querySelector("#newcomer");
  const name = input.value.trim().replace(/\s+/g, " ");
  if (!name) return;
  input.value = "";
  const same = [...pick.children].find(
    (each) => each.querySelector(".name").textContent.toLowerCase() === name.toLowerCase(),
  );
  if (same) {
    if (same.getAttribute("aria-pressed") === "false") toggle(same);
    return;
  }
  const made = form.querySelector("[data-player-template]").content.cloneNode(true);
  const button = made.firstElementChild;
  button.dataset.player = `+${name}`;
  button.querySelector(".name").textContent = name;
  button.querySelector(".monogram").textContent = initials(name);
  pick.append(button);
  toggle(button);
}

function move(index, by) {
  const [seat] = seated.splice(index, 1);
  seated.splice(index + by, 0, seat);
  show();
  list.children[index + by].querySelector(`[data-move="${by}"]:enabled, [name=dealer]`).focus();
}

form.addEventListener("click", (event) => {
  const tapped = event.target.closest("button");
  if (!tapped) return;
  if (tapped.dataset.player) toggle(tapped);
  else if (tapped.dataset.move) {
    move(Number(tapped.closest("[data-index]").dataset.index), Number(tapped.dataset.move));
  } else if ("addName" in tapped.dataset) addName();
  else if (tapped.dataset.last) {
    seated = [];
    for (const id of tapped.dataset.last.split(" ")) {
      const button = pick.querySelector(`[data-player="${CSS.escape(id)}"]`);
      if (button) toggle(button);
    }
    form.querySelector("[data-go]").scrollIntoView({ block: "nearest" });
  }
});

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "newcomer") return;
  event.preventDefault();
  addName();
});

form.addEventListener("change", ({ target }) => {
  if (target.name === "dealer") dealer = target.value;
  if (target.name === "game") {
    for (const rules of form.querySelectorAll("[data-rules-of]")) {
      rules.hidden = rules.dataset.rulesOf !== target.value;
    }
    show();
  }
  const rules = target.closest("[data-rules-of]");
  if (rules) {
    const preset = rules.querySelector("[data-preset]").selectedOptions[0].textContent;
    const changed = [...rules.querySelectorAll("[data-option]")].some(({ value }) => value);
    const line = changed ? `${preset} · ${texts.changed}` : preset;
    rules.querySelector("[data-rules-line]").textContent = line;
  }
});

show();
form.inert = false; // from here on no tap is lost
