// Chooses the time zone of the browser for a new league, until another one is chosen.
import { one } from "./dom.js";

const form = one("[data-new-league]");
const zones = one("[name=time_zone]", form, HTMLSelectElement);
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const [first] = [...zones.options].filter(({ value }) => value === own);
const isUntouched = !one("[name=name]", form, HTMLInputElement).defaultValue; // no answer of the server
if (first && isUntouched) zones.value = own;
