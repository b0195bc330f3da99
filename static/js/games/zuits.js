/**
 * Zuits, counted along: the points off the objective with the best colour and wilds, as
 * zarleague/engine/games/zuits/scoring.py works them out. The server's word counts.
 */

const COLOURS = ["red", "blue", "gold"];

/** @returns {(number|null)[]} points by seat, null until both objective cards are there */
export function points(entry) {
  const { deck, rules } = entry.table;
  return entry.sheets.map((sheet) => {
    const objective = sheet.objective ?? [];
    if (objective.length !== 2) return null;
    const collected = count(sheet, deck);
    const left = countCards(sheet.left ?? [], deck);
    const off = Math.min(...ways(sheet, objective, collected, left, deck, rules));
    if (!Number.isFinite(off)) return null;
    return rules.scoring === "squared" ? off * off : off;
  });
}

function ways(sheet, objective, collected, left, deck, rules) {
  const wanted = objective.reduce((sum, code) => sum + Number(code.at(-1)), 0);
  const own = COLOURS.filter((colour) => objective.some((code) => deck[code].colour === colour));
  const open = sheet.colour ? [sheet.colour] : own.length ? own : COLOURS;
  const mayAdd = rules["leftover-cards"] === "may-add";
  const adding = !mayAdd ? [false] : sheet["add-left"] ? [sheet["add-left"] === "yes"] : [false, true];
  return adding.flatMap((added) =>
    open.map((colour) => {
      const cards = collected[colour] + (added ? left[colour] : 0);
      const most = collected.wild + (added ? left.wild : 0);
      const chosen = sheet["wilds-counted"];
      const wilds = chosen ? Number(chosen) : Math.min(Math.max(wanted - cards, 0), most);
      return Math.abs(cards + wilds - wanted);
    }),
  );
}

function count(sheet, deck) {
  if (sheet.collected) return countCards(sheet.collected, deck);
  return Object.fromEntries([...COLOURS, "wild"].map((kind) => [kind, sheet[kind] ?? 0]));
}

function countCards(codes, deck) {
  const counted = { red: 0, blue: 0, gold: 0, wild: 0 };
  for (const code of codes) counted[deck[code].colour || "wild"] += 1;
  return counted;
}
