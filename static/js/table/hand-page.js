/** One hand: its log is judged as it is typed, and may be recorded by taps. */

import "./page.js";
import { one } from "../dom.js";
import { judgeAsTyped } from "./judge.js";
import { recordByTaps } from "./recording.js";

judgeAsTyped(one("[data-judge]"));
recordByTaps();
