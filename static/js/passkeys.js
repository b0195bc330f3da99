// Signs in with a passkey, or creates one: passes the page's options to the browser and the browser's
// answer to the page's form. Forms stay hidden where the browser has no passkeys.
import { every, maybe, one } from "./dom.js";

const known = window.PublicKeyCredential;
const able = known && "parseCreationOptionsFromJSON" in known && window.isSecureContext;

/**
 * Return the server's WebAuthn options, from the address in the form or from the page.
 * @param {HTMLFormElement} form
 */
async function options(form) {
  const address = form.dataset.options;
  if (!address) return JSON.parse(one("#passkey-options").textContent ?? "").publicKey;
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()).request_options.publicKey;
}

/**
 * Ask the browser for the form's credential.
 * @param {HTMLFormElement} form
 */
async function credential(form) {
  const asked = await options(form);
  if (form.dataset.passkey === "get") {
    return navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(asked) });
  }
  asked.authenticatorSelection = {
    ...asked.authenticatorSelection,
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  };
  return navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(asked) });
}

for (const form of able ? every("[data-passkey]", document, HTMLFormElement) : []) {
  form.hidden = false;
  const input = one("[name=credential]", form, HTMLInputElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    one("[data-failed]", form).hidden = true;
    try {
      const made = /** @type {PublicKeyCredential|null} */ (await credential(form));
      if (!made) throw new Error("no credential");
      input.value = JSON.stringify(made);
      form.submit();
    } catch {
      one("[data-failed]", form).hidden = false;
    }
  });
}
if (able) maybe("[data-no-passkeys]")?.remove();
