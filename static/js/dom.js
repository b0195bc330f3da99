/** Find elements of a known type; a missing one throws at once, with its selector. Make new ones. */

/**
 * Return the element that `selector` finds; throw if there is none, or one of another type.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [from]
 * @param {new () => T} [type]
 * @returns {T}
 */
export function one(selector, from = document, type) {
  const found = maybe(selector, from, type);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * Return the element that `selector` finds, or null; throw if it is of another type.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [from]
 * @param {new () => T} [type]
 * @returns {T|null}
 */
export function maybe(selector, from = document, type) {
  const found = from.querySelector(selector);
  if (found && !(found instanceof (type ?? HTMLElement))) {
    throw new Error(`${selector} is a ${found.tagName}`);
  }
  return /** @type {T|null} */ (found);
}

/**
 * Return all elements that `selector` finds and that are of the type.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [from]
 * @param {new () => T} [type]
 * @returns {T[]}
 */
export function every(selector, from = document, type) {
  const wanted = type ?? HTMLElement;
  const found = [...from.querySelectorAll(selector)].filter((each) => each instanceof wanted);
  return /** @type {T[]} */ (found);
}

/**
 * Return the nearest element around an event's target, or the target, that fits `selector`.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {Event|Element} start
 * @param {string} selector
 * @param {new () => T} [type]
 * @returns {T|null}
 */
export function around(start, selector, type) {
  const target = start instanceof Event ? start.target : start;
  const found = target instanceof Element ? target.closest(selector) : null;
  return /** @type {T|null} */ (found instanceof (type ?? HTMLElement) ? found : null);
}

/**
 * Return a copy of a template's content.
 * @param {string} selector
 * @param {ParentNode} [from]
 * @returns {DocumentFragment}
 */
export function copyOf(selector, from = document) {
  const { content } = one(selector, from, HTMLTemplateElement);
  return /** @type {DocumentFragment} */ (content.cloneNode(true));
}

/**
 * Return a new element with a class and its content; "" is no content.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {...(Node|string|number)} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content.filter((each) => each !== "").map((each) => (typeof each === "number" ? String(each) : each)));
  return made;
}

/**
 * Return a new button that sends no form.
 * @param {string} className
 * @param {...(Node|string)} content
 */
export function newButton(className, ...content) {
  const made = element("button", className, ...content);
  made.type = "button";
  return made;
}

/**
 * Make *content* what an element holds, and leave what is equal in its place: a finger that rests on
 * a button then lifts from the same one, and taps it.
 * @param {Element} place
 * @param {(Node|string)[]} content
 */
export function redraw(place, content) {
  const drawn = [...place.childNodes];
  content.forEach((each, index) => {
    const node = typeof each === "string" ? document.createTextNode(each) : each;
    const old = drawn.at(index);
    if (!old) place.append(node);
    else if (!old.isEqualNode(node)) old.replaceWith(node);
  });
  drawn.slice(content.length).forEach((old) => old.remove());
}

/**
 * Return the heading of a row.
 * @param {string|number} text
 * @param {string} [className]
 */
export function rowHead(text, className) {
  const made = element("th", className, text);
  made.scope = "row";
  return made;
}

/**
 * Return the elements that HTML from the server says.
 * @param {string} html
 */
export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/**
 * Return the data that the server wrote into the page as JSON.
 * @param {string} id
 * @returns {any}
 */
export function pageData(id) {
  return JSON.parse(one(`#${id}`, document, HTMLScriptElement).text);
}
