// What the shared components need: dialogs, steppers, the keypad, toasts and the glow of a changed
// number. Events are heard on the document, so that parts put in later work as well.

/** Open the dialog named by a button's data-opens. */
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
});

function setValue(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function refreshStepper(stepper) {
  const input = stepper.querySelector("input");
  const value = Number(input.value) || 0;
  stepper.classList.toggle("is-zero", value === 0);
  for (const button of stepper.querySelectorAll("[data-step]")) {
    const next = value + Number(button.dataset.step);
    button.disabled = next < Number(input.min) || next > Number(input.max);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-stepper] [data-step]");
  if (!button) return;
  const input = button.closest("[data-stepper]").querySelector("input");
  const next = (Number(input.value) || 0) + Number(button.dataset.step);
  setValue(input, Math.min(Math.max(next, Number(input.min)), Number(input.max)));
});

document.addEventListener("input", (event) => {
  const stepper = event.target.closest("[data-stepper]");
  if (stepper) refreshStepper(stepper);
});

/** What stands in a keypad's input after a key: figures only, at most six, no leading zeros. */
export function press(value, key) {
  if (key === "clear") return "";
  if (key === "back") return value.slice(0, -1).replace(/^-$/, "");
  if (key === "sign") return value.startsWith("-") ? value.slice(1) : `-${value}`;
  const sign = value.startsWith("-") ? "-" : "";
  const digits = (value.replace("-", "") + key).replace(/^0+(?=\d)/, "");
  return digits.length > 6 ? value : sign + digits;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-keypad] [data-key]");
  if (!button) return;
  const keypad = button.closest("[data-keypad]");
  const input = document.getElementById(keypad.dataset.keypad);
  if (!input) return; // a keypad without a target is lent out by the page's own script
  const value = press(input.value, button.dataset.key);
  keypad.querySelector("output").value = value;
  setValue(input, value);
});

/** Put a new text into an element; it glows only when the text is another one. */
export function change(element, text) {
  if (element.textContent === String(text)) return;
  element.textContent = text;
  element.classList.remove("changed");
  void element.offsetWidth; // lets the animation start anew
  element.classList.add("changed");
}

/** Say something to a screen reader without showing it. */
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

/** Show a short word that goes again after a while; `action` is an optional {label, run}. */
export function toast(text, action = null, milliseconds = 6000) {
  const box = document.createElement("div");
  box.className = "toast";
  box.append(text);
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = action.label;
    button.addEventListener("click", () => {
      box.remove();
      action.run();
    });
    box.append(button);
  }
  document.getElementById("toasts").append(box);
  setTimeout(() => box.remove(), milliseconds);
  return box;
}
