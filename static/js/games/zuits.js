/**
 * Points of Zuits while entering: the points off the objective with the best colour and wilds, as in
 * zarleague/engine/games/zuits/scoring.py. The server's figures count.
 */

/**
 * @typedef {import("../table/entry.js").Sheet} Sheet
 * @typedef {import("../table/entry.js").Deck} Deck
 * @typedef {Record<string, number>} Counted  cards by colour, wilds under "wild"
 */

const COLOURS = ["red", "blue", "gold"];

/**
 * @param {import("../table/entry.js").Entry} entry
 * @returns {(number|null)[]} points by seat, null until both objective cards are there
 */
export function points(entry) {
  const { deck, rules } = entry.table;
  return entry.sheets.map((sheet) => {
    const objective = cards(sheet, "objective");
    if (objective.length !== 2) return null;
    const collected = count(sheet, deck);
    const left = countCards(cards(sheet, "left"), deck);
    const off = Math.min(...distances(sheet, objective, collected, left, deck, rules));
    if (!Number.isFinite(off)) return null;
    return rules.scoring === "squared" ? off * off : off;
  });
}

/**
 * Return how far the cards are off the objective, for each possible way to count them.
 * @param {Sheet} sheet
 * @param {string[]} objective
 * @param {Counted} collected
 * @param {Counted} left
 * @param {Deck} deck
 * @param {Record<string, string>} rules
 */
function distances(sheet, objective, collected, left, deck, rules) {
  const chosen = sheet["wilds-counted"];
  const wanted = objective.reduce((sum, code) => sum + Number(code.at(-1)), 0);
  const own = COLOURS.filter((colour) => objective.some((code) => deck[code].colour === colour));
  const open = sheet.colour ? [String(sheet.colour)] : own.length ? own : COLOURS;
  const mayAdd = rules["leftover-cards"] === "may-add";
  /** @type {boolean[]} */
  const adding = !mayAdd ? [false] : sheet["add-left"] ? [sheet["add-left"] === "yes"] : [false, true];
  return adding.flatMap((added) =>
    open.flatMap((colour) => {
      const cards = collected[colour] + (added ? left[colour] : 0);
      const most = collected.wild + (added ? left.wild : 0);
      if (Number(chosen ?? 0) > most) return [];
      const wilds = chosen ? Number(chosen) : Math.min(Math.max(wanted - cards, 0), most);
      return [Math.abs(cards + wilds - wanted)];
    }),
  );
}

/**
 * @param {Sheet} sheet
 * @param {string} field
 * @returns {string[]} codes
 */
const cards = (sheet, field) => /** @type {string[]} */ (sheet[field] ?? []);

/**
 * @param {Sheet} sheet
 * @param {Deck} deck
 * @returns {Counted} the cards collected, as counts or card by card
 */
function count(sheet, deck) {
  if (sheet.collected) return countCards(cards(sheet, "collected"), deck);
  return Object.fromEntries([...COLOURS, "wild"].map((kind) => [kind, Number(sheet[kind] ?? 0)]));
}

/**
 * @param {string[]} codes
 * @param {Deck} deck
 * @returns {Counted}
 */
function countCards(codes, deck) {
  /** @type {Counted} */
  const counted = { red: 0, blue: 0, gold: 0, wild: 0 };
  for (const code of codes) counted[deck[code].colour || "wild"] += 1;
  return counted;
}
