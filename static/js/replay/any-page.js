/** A log of any hand: judged as it is typed, and recorded by taps. */

import { one } from "../dom.js";
import { judgeAsTyped } from "../table/judge.js";
import { recordByTaps } from "../table/recording.js";

judgeAsTyped(one("[data-judge]"));
recordByTaps();
