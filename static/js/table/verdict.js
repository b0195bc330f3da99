/** What the server says of an entry, told by the seats of the page. */

/**
 * The server speaks of sheets, one for each seat that played; the page of all seats.
 * @param {{points: number[]|null, findings: object[], steps: string[][]}} said
 * @param {import("./entry.js").Entry} entry
 */
export function bySeat({ points, findings, steps }, entry) {
  const seats = entry.playing();
  return {
    seats,
    steps,
    points: points && entry.sheets.map((_, seat) => points[seats.indexOf(seat)] ?? null),
    findings: findings.map((finding) => ({
      ...finding,
      seat: seats[finding.seat] ?? -1,
      fix: finding.fix && withSeats(finding.fix, seats),
    })),
  };
}

const withSeats = ([kind, ...facts], seats) => [
  kind,
  ...(kind === "digits" ? facts : facts.map((sheet) => seats[sheet])),
];
