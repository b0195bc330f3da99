/** Cards that fly from where they were to where they are now. */

/** @typedef {{x: number, y: number}} Point */

/**
 * Let a card fly over the page, unless the device asks for less motion.
 *
 * @param {HTMLElement} layer an element of the page that is put over the table
 * @param {Element} card
 * @param {Point} from
 * @param {Point} to
 * @param {number} milliseconds
 */
export function fly(layer, card, from, to, milliseconds) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const home = layer.getBoundingClientRect();
  const at = (/** @type {Point} */ { x, y }) =>
    `translate(${Math.round(x - home.x)}px, ${Math.round(y - home.y)}px) translate(-50%, -50%)`;
  card.classList.add("flying");
  layer.append(card);
  const flight = card.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: milliseconds,
    easing: "cubic-bezier(0.3, 0.7, 0.3, 1)",
  });
  flight.addEventListener("finish", () => card.remove());
  flight.addEventListener("cancel", () => card.remove());
}
