/**
 * The page that starts a match: tapped players are seated clockwise in the order of the taps; a new
 * name becomes a guest; seats can be moved, and a dealer is chosen. Typing shows the players with
 * this name, of a large league also those that the page does not list.
 */

import "./page.js";
import { isChanged } from "../changes.js";
import { around, copyOf, every, maybe, one, pageData } from "../dom.js";
import { Latest } from "./latest.js";
import { FIND_AFTER, playersNamed } from "./names.js";
import { evening, initials, keptPage, rulesOf, startOnPhone } from "./phone-match.js";
import { newKey } from "./store.js";
import { fill } from "./words.js";

const OUTLOOK_AFTER = 200; // milliseconds without a tap
const PATIENCE = 4000; // milliseconds for the server to answer before a match starts on this phone

const form = one("[data-start]", document, HTMLFormElement);
const texts = pageData("start-texts");
const pick = one("[data-pick]", form);
const list = one("[data-seats]", form);
const newcomer = one("#newcomer", form, HTMLInputElement);
/**
 * @type {{seated: {id: string, name: string}[], dealer: string}}
 * `seated`: clockwise; an id "+Name" is a name typed on the spot
 */
let { seated, dealer } = pageData("start-chosen");
/** @type {import("./phone-match.js").Addresses} */
const phone = pageData("start-phone");
let isRight = false; // the number of players
const outlook = new Latest(OUTLOOK_AFTER);
const finder = new Latest(FIND_AFTER);

/** @returns {HTMLElement[]} the buttons of the players that can be seated */
const players = () => every("[data-player]", pick);

/** @param {HTMLElement} button  of a player */
const nameOn = (button) => one(".name", button).textContent ?? "";

const chosenGame = () => one("[name=game]:checked", form, HTMLInputElement);

/**
 * @param {string} id
 * @param {string} name
 * @returns {HTMLElement} the button of a player, made if there is none yet
 */
function buttonOf(id, name) {
  const present = maybe(`[data-player="${CSS.escape(id)}"]`, pick);
  if (present) return present;
  const button = one("button", copyOf("[data-player-template]", form));
  button.dataset.player = id;
  one(".name", button).textContent = name;
  one(".monogram", button).textContent = initials(name);
  pick.append(button);
  return button;
}

/** Show the players whose name contains what is typed, and those who are seated. */
function filter() {
  const typed = typedName().toLowerCase();
  for (const button of players()) {
    const isSeated = seated.some(({ id }) => id === button.dataset.player);
    button.hidden = !isSeated && !nameOn(button).toLowerCase().includes(typed);
  }
}

const typedName = () => newcomer.value.trim().replace(/\s+/g, " ");

/**
 * Add buttons of further players whose name contains what is typed.
 * @param {AbortSignal} signal
 */
async function find(signal) {
  const name = typedName();
  if (!name || !pick.dataset.find) return;
  const found = await playersNamed(pick.dataset.find, name, signal);
  for (const player of found) buttonOf(String(player.id), player.name).hidden = false;
}

/** @param {HTMLElement} button  of a player */
function toggle(button) {
  const id = button.dataset.player ?? "";
  const name = nameOn(button);
  seated = seated.some((seat) => seat.id === id)
    ? seated.filter((seat) => seat.id !== id)
    : [...seated, { id, name }];
  show();
}

function show() {
  if (!seated.some(({ id }) => id === dealer)) dealer = seated[0]?.id ?? "";
  for (const button of players()) {
    const index = seated.findIndex(({ id }) => id === button.dataset.player);
    button.setAttribute("aria-pressed", String(index >= 0));
    one(".seat-number", button).textContent = index >= 0 ? String(index + 1) : "";
  }
  list.replaceChildren(...seated.map(({ id, name }, index) => seatItem(id, name, index)));
  one("[data-seating]", form).hidden = seated.length === 0;
  const { least, most } = chosenGame().dataset;
  const count = seated.length;
  const words = fill(count ? texts.chosen : texts.few, { count, least, most });
  one("[data-how-many]", form).textContent = words;
  isRight = count >= Number(least) && count <= Number(most);
  showNetwork(!navigator.onLine);
  outlook.ask(showOutlook);
}

/**
 * Say what starting a match is without the network, and why it may not be possible.
 * @param {boolean} isOffline
 */
async function showNetwork(isOffline) {
  const why = isOffline ? await whyNotHere() : "";
  one("[data-go]", form, HTMLButtonElement).disabled = !isRight || Boolean(why);
  const said = one("[data-network]", form);
  said.hidden = !isOffline;
  said.textContent = why || texts.onPhone;
}

/** Return why this phone cannot start the match by itself, "" if it can. */
async function whyNotHere() {
  if (rulesOfChosen().dataset.unanswered) return texts.unanswered;
  if (!(await keptPage(phone, chosenGame().value))) return texts.notKept;
  return hasOtherRules() ? texts.otherRules : "";
}

const rulesOfChosen = () => one(`[data-rules-of="${CSS.escape(chosenGame().value)}"]`, form);

/** Whether rules other than the league's are chosen for the game. */
function hasOtherRules() {
  const controls = /** @type {NodeListOf<HTMLInputElement|HTMLSelectElement>} */ (
    rulesOfChosen().querySelectorAll("input, select")
  );
  return [...controls].some(isChanged);
}

/** Whether the server answers now. */
async function isReachable() {
  const { outlook: address = "" } = one("[data-outlook]", form).dataset;
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = navigator.onLine ? await fetch(address, { signal }).catch(() => null) : null;
  return Boolean(answer && answer.status < 500);
}

/** Start the match on this phone; its hands are entered at once and follow it later. */
async function startHere() {
  const why = await whyNotHere();
  if (why) {
    await showNetwork(true);
    return;
  }
  const given = new FormData(form);
  /** @param {string} name */
  const value = (name) => String(given.get(name) ?? "");
  const game = chosenGame();
  const page = await keptPage(phone, game.value);
  const body = {
    game: game.value,
    players: seated.map(({ id }) => (id.startsWith("+") ? id.slice(1) : Number(id))),
    first_dealer: Math.max(0, seated.findIndex(({ id }) => id === dealer)),
    played_on: value("played_on") || evening(phone),
    left_early: value("left_early") || undefined,
    hands_share: Number(value("hands_share")) || undefined,
    given_up: value("given_up") || undefined,
    season: Number(value("season")) || undefined,
    anyway: false,
    ...(await rulesOf(page)),
  };
  const started = {
    page,
    title: one("span", /** @type {HTMLElement} */ (game.parentElement)).textContent ?? "",
    league: document.body.dataset.base ?? "",
    names: seated.map(({ name }) => name),
    body,
  };
  location.assign(await startOnPhone(phone, started));
}

let isSent = false;

form.addEventListener("submit", async (event) => {
  if (isSent) return;
  event.preventDefault();
  form.inert = true;
  const { submitter } = /** @type {SubmitEvent} */ (event);
  if (await isReachable()) {
    isSent = true;
    form.requestSubmit(submitter);
  } else await startHere();
  form.inert = false;
});

/**
 * @param {string} id
 * @param {string} name
 * @param {number} index  of the seat
 */
function seatItem(id, name, index) {
  const made = copyOf("[data-seat-template]", form);
  one("li", made).dataset.index = String(index);
  one("[name=seat]", made, HTMLInputElement).value = id;
  const radio = one("[name=dealer]", made, HTMLInputElement);
  radio.value = id;
  radio.checked = id === dealer;
  one(".name", made).textContent = name;
  one(".monogram", made).textContent = initials(name);
  for (const button of every("[data-move]", made)) button.ariaLabel += `: ${name}`;
  one("[data-move='-1']", made, HTMLButtonElement).disabled = index === 0;
  one("[data-move='1']", made, HTMLButtonElement).disabled = index === seated.length - 1;
  return made;
}

/**
 * Show what the ratings expect of those who are seated.
 * @param {AbortSignal} signal
 */
async function showOutlook(signal) {
  const place = one("[data-outlook]", form);
  const asked = new URLSearchParams(seated.map(({ id }) => ["seat", id]));
  asked.set("game", chosenGame().value);
  try {
    const response = await fetch(`${place.dataset.outlook}?${asked}`, { signal });
    place.innerHTML = response.ok ? await response.text() : "";
  } catch {
    // No network, or aborted by another tap: the match can start without a forecast.
  }
}

/** Choose the season of the day that was chosen, as the server does: none where several contain it. */
function chooseSeason() {
  const select = maybe("#season", form);
  if (!(select instanceof HTMLSelectElement)) return;
  const day = one("#played_on", form, HTMLInputElement).value || evening(phone);
  const weekday = String((new Date(day).getUTCDay() + 6) % 7); // 0 is Monday
  const fit = [...select.options].filter(
    ({ dataset: { starts = "", ends = day }, value }) => value && starts <= day && day <= ends,
  );
  const ofDay = fit.filter(({ dataset }) => dataset.weekday === weekday);
  const [only] = [ofDay, fit].find(({ length }) => length === 1) ?? [];
  select.value = only?.value ?? "";
  select.required = fit.length > 0;
}

async function addName() {
  const name = typedName();
  if (!name) return;
  await finder.now();
  const same = players().find((each) => nameOn(each).toLowerCase() === name.toLowerCase());
  const button = same ?? buttonOf(`+${name}`, name);
  if (button.getAttribute("aria-pressed") === "false") toggle(button);
  clear();
}

function clear() {
  finder.stop();
  newcomer.value = "";
  filter();
}

/**
 * @param {number} index  of the seat
 * @param {number} by  1 or -1
 */
function move(index, by) {
  const [seat] = seated.splice(index, 1);
  seated.splice(index + by, 0, seat);
  show();
  one(`[data-move="${by}"]:enabled, [name=dealer]`, list.children[index + by]).focus();
}

form.addEventListener("click", (event) => {
  const tapped = around(event, "button");
  if (!tapped) return;
  if (tapped.dataset.player) {
    toggle(tapped);
    clear();
  } else if (tapped.dataset.move) {
    move(Number(around(tapped, "[data-index]")?.dataset.index), Number(tapped.dataset.move));
  } else if ("addName" in tapped.dataset) addName();
  else if (tapped.dataset.last) {
    seated = [];
    for (const id of tapped.dataset.last.split(" ")) {
      const button = maybe(`[data-player="${CSS.escape(id)}"]`, pick);
      if (button) toggle(button);
    }
    one("[data-go]", form).scrollIntoView({ block: "nearest" });
  }
});

newcomer.addEventListener("input", () => {
  filter();
  finder.ask(find);
});

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !around(event, "#newcomer")) return;
  event.preventDefault();
  addName();
});

form.addEventListener("change", (event) => {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.name === "dealer") dealer = target.value;
  if (target instanceof HTMLInputElement && target.name === "played_on") chooseSeason();
  if (target instanceof HTMLInputElement && target.name === "game") {
    for (const rules of every("[data-rules-of]", form)) {
      rules.hidden = rules.dataset.rulesOf !== target.value;
    }
    show();
  }
  const rules = around(event, "[data-rules-of]");
  if (rules) {
    const preset = one("[data-preset]", rules, HTMLSelectElement).selectedOptions[0].text;
    const options = every("[data-option]", rules);
    const changed = options.some((each) => /** @type {HTMLInputElement} */ (each).value);
    show();
    one("[data-rules-line]", rules).textContent = changed ? `${preset} · ${texts.changed}` : preset;
  }
});

addEventListener("online", show);
addEventListener("offline", show);
addEventListener("pageshow", () => {
  isSent = false;
});
// A page out of the cache may have started a match with its key before.
one("[name=key]", form, HTMLInputElement).value = newKey();
for (const { id, name } of seated) buttonOf(id, name);
show();
form.inert = false; // listeners are ready: no tap is lost
