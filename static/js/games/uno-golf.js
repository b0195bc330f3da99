/**
 * UNO Golf, counted along: columns of one colour or one number are cleared, the rest counts,
 * as zarleague/engine/games/uno_golf/clearing.py does it. The server's word counts.
 */

/** @returns {(number|null)[]} points by seat, null until something was said of the grid */
export function points(entry) {
  return entry.sheets.map((sheet) =>
    sheet.grid
      ? sheet.grid.filter((column) => !isCleared(column, entry)).flat().reduce(addPoints, 0)
      : null,
  );

  function addPoints(sum, code) {
    return sum + entry.table.deck[code].points;
  }
}

function isCleared(column, entry) {
  if (column.length < 2) return false;
  const { deck, rules } = entry.table;
  if (rules["round-end-clear"] === "by-choice") return false;
  const [upper, lower] = column.map((code) => ({ ...deck[code], face: code.slice(1) }));
  if (upper.colour === lower.colour) return true;
  if (upper.face !== lower.face) return false;
  return /^\d$/.test(upper.face) || rules["clear-action-pair"] === "same-symbol-too";
}
