// Updates the pages of a league after live events, and sends the hands queued on this phone.
import { follow } from "./table/live.js";
import { flush } from "./table/outbox.js";

follow();
flush();
