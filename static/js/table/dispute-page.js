/** The page of a dispute: a statement may be recorded by taps. */

import { recordByTaps } from "./recording.js";

recordByTaps();
