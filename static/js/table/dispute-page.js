/** The page of a dispute: a statement may be recorded by taps. */

import { recordByTaps } from "./recorder.js";

recordByTaps();
