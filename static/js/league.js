// Keeps the pages of a league fresh.
import { follow } from "./table/live.js";

follow();
