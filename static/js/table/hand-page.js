/** One hand: its log is judged as it is typed. */

import "./page.js";
import { one } from "../dom.js";
import { judgeAsTyped } from "./judge.js";

judgeAsTyped(one("[data-judge]"));
