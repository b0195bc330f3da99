/**
 * Points of a league's own game while entering, from its definition, as in
 * zarleague/engine/declared/counting.py. The server's figures count.
 *
 * @typedef {{key: string, asked: string, each?: number, least?: number, table?: number[],
 *            sum?: [number, number], always?: boolean}} Asked
 * @typedef {Record<string, number|undefined>} Worths
 * @typedef {{kind: "bid", bid: string, tricks: string, exact?: boolean, made: Worths, missed: Worths,
 *            nothing?: [number, number]}} Bid
 * @typedef {Bid|{kind: "times", field: string, factor?: number}
 *   |{kind: "closer", field: string, factor: number}
 *   |{kind: "sweep", takes: number, sweeper: number, others: number}} Rule
 * @typedef {{wins: "low"|"high", fields?: Asked[], rules?: Rule[],
 *            out?: {bonus: number, collects: boolean}}} Definition
 */

/**
 * @param {import("../table/entry.js").Entry} entry
 * @returns {(number|null)[]} points by seat, null while nothing was entered for it
 */
export function points(entry) {
  const definition = /** @type {Definition} */ (JSON.parse(entry.table.rules.definition));
  const playing = entry.playing();
  const sheets = playing.map((seat) => entry.sheets[seat]);
  const winner = playing.findIndex((seat) => entry.isOut(seat));
  const isSpent = allGiven(definition, sheets);
  const counted = count(definition, sheets, winner);
  /** @type {(number|null)[]} */
  const bySeat = entry.sheets.map(() => null);
  playing.forEach((seat, index) => {
    const filled = isSpent || entry.isOut(seat) || Object.keys(entry.sheets[seat]).length > 0;
    bySeat[seat] = filled ? counted[index] : null;
  });
  return bySeat;
}

/**
 * Return whether all there is has been given: then whoever has nothing yet has nothing.
 * @param {Definition} definition
 * @param {import("../table/entry.js").Sheet[]} sheets
 */
function allGiven({ fields = [] }, sheets) {
  return fields.every(({ key, least = 0, sum }) => {
    const given = sheets.reduce((all, sheet) => all + Number(sheet[key] ?? 0), 0);
    return sum && least >= 0 && given === sum[1];
  });
}

/**
 * Return the points of each sheet.
 * @param {Definition} definition
 * @param {import("../table/entry.js").Sheet[]} sheets
 * @param {number} winner  the sheet of the one who went out, -1 for none
 */
export function count(definition, sheets, winner) {
  const { fields = [], rules = [], out } = definition;
  const won = out ? winner : -1;
  const number = (/** @type {number} */ seat, /** @type {string} */ key) => Number(sheets[seat][key] ?? 0);
  let points = sheets.map((_, seat) =>
    fields
      .filter(({ always }) => seat !== won || always)
      .reduce((sum, field) => sum + share(field, number(seat, field.key)), 0),
  );
  for (const rule of rules) {
    if (rule.kind === "bid") {
      points = points.map((sum, seat) => sum + ofBid(rule, number(seat, rule.bid), number(seat, rule.tricks)));
    } else if (rule.kind === "times") {
      points = points.map((sum, seat) => {
        const times = number(seat, rule.field);
        return sum * (rule.factor ? rule.factor ** times : times);
      });
    } else if (rule.kind === "closer") {
      points = points.map((sum, seat) => {
        const others = points.filter((_, other) => other !== seat);
        const best = definition.wins === "low" ? Math.min(...others) : Math.max(...others);
        const ahead = definition.wins === "low" ? sum < best : sum > best;
        return number(seat, rule.field) && sum > 0 && !ahead ? sum * rule.factor : sum;
      });
    } else {
      const swept = points.indexOf(rule.takes);
      if (swept >= 0) points = points.map((_, seat) => (seat === swept ? rule.sweeper : rule.others));
    }
  }
  if (!out || won < 0) return points;
  const all = points.reduce((sum, each) => sum + each, 0);
  if (out.collects) points = points.map((_, seat) => (seat === won ? all : 0));
  return points.map((sum, seat) => (seat === won ? sum + out.bonus : sum));
}

/**
 * @param {Asked} field
 * @param {number} number
 */
const share = ({ each = 1, least = 0, table }, number) =>
  table ? (table[number - least] ?? 0) : each * number;

/**
 * @param {Bid} rule
 * @param {number} bid
 * @param {number} tricks
 */
function ofBid({ exact = true, made, missed, nothing }, bid, tricks) {
  if (bid === 0 && nothing) return nothing[tricks === 0 ? 0 : 1];
  const isMade = exact ? tricks === bid : tricks >= bid;
  const { fixed = 0, bid: perBid = 0, trick = 0, over = 0, off = 0 } = isMade ? made : missed;
  const away = Math.abs(tricks - bid) * (isMade ? over : off);
  return fixed + perBid * bid + trick * tricks + away;
}
