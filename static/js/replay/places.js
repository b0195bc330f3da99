/**
 * Where the seats sit round the drawn table.
 *
 * Seen from above, the seat after the one at the bottom is at its left: the left column goes up,
 * the top row to the right, the right column down.
 */

/**
 * @typedef {object} Places  seats from left to right and from top to bottom
 * @property {number} bottom
 * @property {number[]} left
 * @property {number[]} top
 * @property {number[]} right
 */

/**
 * @param {number} count  seats at the table
 * @param {number} bottom  the seat nearest to the reader
 * @param {boolean} wide  whether there is room for a long top row
 * @returns {Places}
 */
export function places(count, bottom, wide) {
  const others = Array.from({ length: count - 1 }, (_, index) => (bottom + 1 + index) % count);
  const side = sideOf(others.length, wide);
  return {
    bottom,
    left: others.slice(0, side).reverse(),
    top: others.slice(side, others.length - side),
    right: others.slice(others.length - side),
  };
}

/**
 * Return how many of the others sit at each side.
 *
 * @param {number} others
 * @param {boolean} wide
 */
function sideOf(others, wide) {
  if (others < 3) return 0;
  return wide ? Math.floor(others / 3) : Math.ceil((others - 2) / 2);
}
