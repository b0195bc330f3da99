/**
 * The server's verdict on an entry, by the seats of the page.
 *
 * @typedef {{kind: "winner", seat: number}
 *          | {kind: "number", seat: number, field: string, value: number}
 *          | {kind: "swap", seat: number, field: string, other: string}} Fix
 *          a suggestion that changes the entry, as zarleague/engine/entry/findings.py lists them
 * @typedef {{text: string, blocks: boolean, code?: string, seat?: number, suggestion?: string,
 *            fix?: Fix|null}} Finding
 * @typedef {{points: number[]|null, findings: Finding[], steps: string[][]}} Said
 *          the server's answer: `points`, `steps` and the seats of its findings are by sheet
 * @typedef {{seats: number[], points: (number|null)[]|null, findings: Finding[],
 *            steps: string[][]}} Verdict  `seats`: the seat of each sheet
 */

/**
 * Return the answer by seats: the server numbers the sheets of those who played, the page numbers
 * all seats.
 * @param {Said} said
 * @param {import("./entry.js").Entry} entry
 * @returns {Verdict}
 */
export function bySeat({ points, findings, steps }, entry) {
  const seats = entry.playing();
  return {
    seats,
    steps,
    points: points && entry.sheets.map((_, seat) => points[seats.indexOf(seat)] ?? null),
    findings: findings.map((finding) => ({
      ...finding,
      seat: seats[finding.seat ?? -1] ?? -1,
      fix: finding.fix && { ...finding.fix, seat: seats[finding.fix.seat] },
    })),
  };
}

/**
 * Apply a suggestion to the entry.
 * @param {import("./entry.js").Entry} entry
 * @param {Fix} fix
 */
export function takeUp(entry, fix) {
  if (fix.kind === "winner") {
    entry.winner = fix.seat;
  } else if (fix.kind === "number") {
    entry.set(fix.seat, entry.field(fix.field), fix.value);
  } else {
    const [one, other] = [fix.field, fix.other].map((key) => entry.field(key));
    const first = entry.value(fix.seat, one);
    entry.set(fix.seat, one, entry.value(fix.seat, other));
    entry.set(fix.seat, other, first);
  }
}
