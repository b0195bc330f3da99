/** Says, beside the button that signs out, that hands on this phone are not sent yet. */

import { one } from "../dom.js";
import { letters } from "./outbox.js";

one("[data-waiting]").hidden = !(await letters()).length;
