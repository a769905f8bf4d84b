// All tests of the whole page, in one browser. A word after the file's name chooses those that have it in their names.
import { run } from "./harness.mjs";
import "./access.mjs";
import "./attach.mjs";
import "./frame.mjs";
import "./hostile.mjs";
import "./http.mjs";
import "./learn.mjs";
import "./neighbour.mjs";
import "./newcomer.mjs";
import "./program.mjs";
import "./tap.mjs";

await run();
