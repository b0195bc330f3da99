// Shows the account name while the name is typed: the name in lower case, and the page's number.
import { one } from "./dom.js";

const form = one("[data-sign-up]");
const name = one("[name=name]", form, HTMLInputElement);
const account = one("[name=username]", form, HTMLInputElement);
const number = account.value.split("-").pop();

name.addEventListener("input", () => {
  const base = name.value
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  account.value = `${base || "player"}-${number}`;
});
