/**
 * Points as they are said. A league's own game may count in parts, of which `unit` make a point.
 */

/** @type {Record<string, string>} */
const FRACTIONS = { "1/2": "½", "1/4": "¼", "2/4": "½", "3/4": "¾" };

/**
 * Return stored points as zarleague/leagues/formats.py writes them: 7 halves as "3½".
 * @param {number} points
 * @param {number} [unit]
 */
export function pointsText(points, unit = 1) {
  const rest = Math.abs(points) % unit;
  const whole = Math.trunc(points / unit);
  if (!rest) return String(whole || 0);
  const fraction = FRACTIONS[`${rest}/${unit}`];
  if (!fraction) return (points / unit).toLocaleString(document.documentElement.lang || undefined);
  return `${points < 0 ? "-" : ""}${Math.abs(whole) || ""}${fraction}`;
}
