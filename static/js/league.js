// Keeps the pages of a league fresh, and sends the hands that still wait on this phone.
import { follow } from "./table/live.js";
import { flush } from "./table/outbox.js";

follow();
flush();
