// Says next to a form's save button what has changed since the page was loaded; shows fields that
// depend on another field's value; searches the questions.

import { around, every, maybe, one } from "./dom.js";
import { fill } from "./table/words.js";

/** @typedef {HTMLInputElement|HTMLSelectElement} Control */

/**
 * Return whether a control's value differs from the one the page was loaded with.
 * @param {Control} control
 */
export function isChanged(control) {
  if (control instanceof HTMLSelectElement) {
    const came = [...control.options].find(({ defaultSelected }) => defaultSelected);
    return control.value !== (came ?? control.options[0])?.value;
  }
  if (control.type === "radio") return control.checked && !control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** @param {HTMLElement} form */
function show(form) {
  const questions = every("[data-question]", form).filter((question) =>
    [...question.querySelectorAll("input, select")].some((control) =>
      isChanged(/** @type {Control} */ (control)),
    ),
  );
  const names = questions.map(({ dataset }) => dataset.question);
  const said = one("[data-changes-said]", form);
  said.textContent = names.length ? fill(said.dataset.says ?? "", { names: names.join(", ") }) : "";
  for (const part of every("[data-only]", form)) {
    const [name, value] = (part.dataset.only ?? "").split("=");
    part.hidden = one(`[name="${name}"]`, form, HTMLSelectElement).value !== value;
  }
}

/**
 * Show only the questions that contain all the words; an empty search shows all, folded as before.
 * @param {HTMLInputElement} search
 */
function find(search) {
  const form = /** @type {HTMLElement} */ (around(search, "form"));
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const question of every("[data-question]", form)) {
    const text = (question.textContent ?? "").toLowerCase();
    question.hidden = !words.every((word) => text.includes(word));
    if (!question.hidden) found += 1;
  }
  for (const folded of every("details[data-folds]", form, HTMLDetailsElement)) {
    folded.open = words.length > 0 || "opened" in folded.dataset;
  }
  const none = maybe("[data-none-found]", form);
  if (none) none.hidden = found > 0;
}

for (const form of every("form[data-changes]")) {
  form.addEventListener("input", (event) => {
    const search = event.target;
    if (search instanceof HTMLInputElement && search.type === "search") find(search);
    else show(form);
  });
  show(form);
}
