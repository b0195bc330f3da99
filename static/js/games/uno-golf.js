/**
 * Points of UNO Golf while entering: columns of one colour or one number are cleared, the rest
 * counts, as in zarleague/engine/games/uno_golf/rules.py. The server's figures count.
 */

/** @typedef {import("../table/entry.js").Table} Table */

/**
 * @param {import("../table/entry.js").Entry} entry
 * @returns {(number|null)[]} points by seat, null until something was entered in the grid
 */
export function points({ sheets, table }) {
  return sheets.map(({ grid }) => {
    if (!grid) return null;
    const columns = /** @type {string[][]} */ (grid);
    const left = columns.filter((column) => !isCleared(column, table)).flat();
    return left.reduce((sum, code) => sum + table.deck[code].points, 0);
  });
}

/**
 * @param {string[]} column  codes, top card first
 * @param {Table} table
 */
function isCleared(column, { deck, rules }) {
  if (column.length < 2) return false;
  if (rules["round-end-clear"] === "by-choice") return false;
  const [upper, lower] = column.map((code) => ({ ...deck[code], face: code.slice(1) }));
  if (upper.colour === lower.colour) return true;
  if (upper.face !== lower.face) return false;
  return /^\d$/.test(upper.face) || rules["clear-action-pair"] === "same-symbol-too";
}
