/** One hand: its log is judged as it is typed. */

import "./page.js";
import { judgeAsTyped } from "./judge.js";

judgeAsTyped(document.querySelector("[data-judge]"));
