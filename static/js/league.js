// Updates the pages of a league after live events, and sends the hands queued on this phone.
import { follow } from "./table/live.js";
import { flush, letters, outbox } from "./table/outbox.js";
import { listOnPhone } from "./table/phone-match.js";

const list = async () => listOnPhone(await letters());

follow();
outbox.addEventListener("change", list);
list();
flush();
