/** One hand: its log is judged as it is typed, and may be recorded by taps. */

import "./page.js";
import { maybe } from "../dom.js";
import { judgeAsTyped } from "./judge.js";
import { recordByTaps } from "./recording.js";

const log = maybe("[data-judge]");
if (log) judgeAsTyped(log); // games of the league's own have no logs
recordByTaps();
