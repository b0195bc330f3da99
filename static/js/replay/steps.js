/**
 * The document of a replay, and its steps as tables to draw.
 *
 * Step 0 is the table before the first event, step n the table after the n-th.
 */

/** @typedef {[key: string, cards: number[], size: number]} Pile  known cards, the top one last */
/** @typedef {[cards: number, rule: string, event: number]} Debt */
/** @typedef {[card: number, faceUp: 0|1]} Cell  card -1: nobody named it */

/**
 * @typedef {object} Seat
 * @property {number[]} cards  known cards
 * @property {number} unknown  how many more it holds
 * @property {number} mayBe  number of the set its unknown cards are from
 * @property {Debt[]} debts
 * @property {number|null} points  null where nobody can know
 * @property {Cell[][]} grid  columns
 * @property {string[]} notes
 * @property {Pile[]} piles
 */

/**
 * @typedef {object} Table
 * @property {Seat[]} seats
 * @property {Pile[]} piles
 * @property {number} stock  number of the set the draw pile is from
 * @property {number[]} acting
 * @property {number} direction  1 clockwise, -1 the other way, 0 where it means nothing
 * @property {""|[key: string, word: string]} named  what is asked for
 * @property {boolean} over
 */

/** @typedef {Partial<Omit<Table, "seats">> & {seats?: Record<string, Partial<Seat>>}} Changes */

/**
 * @typedef {object} Rule
 * @property {string} text
 * @property {string} source
 * @property {boolean} inferred
 * @property {string} option
 * @property {string} chosen
 */

/** @typedef {"legal"|"illegal"|"unknown"} Verdict */

/**
 * @typedef {object} Finding
 * @property {Verdict} verdict
 * @property {string} text
 * @property {string} remedy
 * @property {number|null} decided  the later event that settled it
 * @property {Rule|null} rule
 */

/**
 * @typedef {object} LogEvent
 * @property {number} line
 * @property {string} text  as the log has it
 * @property {string} said  in words
 * @property {number} seat  -1 for nobody
 * @property {Verdict} verdict
 * @property {Finding[]} findings
 */

/**
 * One way the hidden cards may have lain.
 *
 * @typedef {object} Dealt
 * @property {Changes} before
 * @property {Changes} after
 * @property {{event: number, said: string}[]} named
 */

/**
 * @typedef {object} Replay
 * @property {string} game
 * @property {string[]} seats
 * @property {number} dealer
 * @property {number} begins  the first step that is shown
 * @property {number} opens  the step to open at where the address asks for none
 * @property {number} viewer  the reader's seat, -1 for none
 * @property {LogEvent[]} events
 * @property {Record<string, [Table, ...Changes[]]>} tables  by eyes: "all", "table", "0", "1" …
 * @property {number[][]} sets
 * @property {Record<string, number[]>} proved  by eyes: 0 legal, 1 unknown, 2 illegal
 * @property {Record<string, {legal: Dealt, illegal: Dealt}>} dealt  by event
 * @property {string[]} faces
 * @property {Record<string, Rule>} rules
 * @property {Record<string, string>} piles  titles
 * @property {Record<string, string>} texts
 */

/** @type {Verdict[]} */
export const VERDICTS = ["legal", "unknown", "illegal"];

/**
 * Return a table with some changes. Unchanged parts are the same objects as before, so that they
 * are not redrawn.
 *
 * @param {Table} table
 * @param {Changes} changes
 * @returns {Table}
 */
export function changed(table, { seats, ...rest }) {
  const next = { ...table, ...rest };
  if (seats) {
    next.seats = table.seats.map((seat, number) => {
      const its = seats[number];
      return its ? { ...seat, ...its } : seat;
    });
  }
  return next;
}

/**
 * Return the table of every step.
 *
 * @param {[Table, ...Changes[]]} steps
 * @returns {Table[]}
 */
export function unfolded([first, ...changes]) {
  const tables = [first];
  for (const change of changes) tables.push(changed(tables[tables.length - 1], change));
  return tables;
}

/**
 * Return the step after the nearest event with a finding, forward (1) or back (-1); null for none.
 *
 * @param {LogEvent[]} events
 * @param {number} step
 * @param {1|-1} way
 */
export function nextFinding(events, step, way) {
  for (let index = step - 1 + way; index >= 0 && index < events.length; index += way) {
    if (events[index].verdict !== "legal") return index + 1;
  }
  return null;
}

/**
 * Return the step named in an address: "#e12" or "?step=12", else the one to open at.
 *
 * @param {string} hash
 * @param {string} query
 * @param {number} last
 * @param {number} opens
 */
export function stepOf(hash, query, last, opens) {
  const asked = /^#e(\d+)$/.exec(hash)?.[1] ?? new URLSearchParams(query).get("step") ?? "";
  return /^\d{1,6}$/.test(asked) ? Math.min(Number(asked), last) : opens;
}

/**
 * Return a text with the words in braces filled in.
 *
 * @param {string} text
 * @param {Record<string, string|number>} values
 */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}

/**
 * Return which parts of the table lost cards and which got some, as keys like "seat 2", "stock" or
 * "seat 2 collected".
 *
 * @param {Table} before
 * @param {Table} after
 * @returns {{from: string[], to: string[]}}
 */
export function moved(before, after) {
  const was = sizes(before);
  const now = sizes(after);
  const keys = [...now.keys()];
  return {
    from: keys.filter((key) => (now.get(key) ?? 0) < (was.get(key) ?? 0)),
    to: keys.filter((key) => (now.get(key) ?? 0) > (was.get(key) ?? 0)),
  };
}

/**
 * @param {Table} table
 * @returns {Map<string, number>}
 */
function sizes(table) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const [key, , size] of table.piles) found.set(key, size);
  for (const [number, seat] of table.seats.entries()) {
    const inGrid = seat.grid.reduce((sum, column) => sum + column.length, 0);
    found.set(`seat ${number}`, seat.cards.length + seat.unknown + inGrid);
    for (const [key, , size] of seat.piles) found.set(`seat ${number} ${key}`, size);
  }
  return found;
}
