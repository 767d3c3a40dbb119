// What js/sum.js makes of hands: reads {tree, hands} as JSON, writes what each hand scores.

import { readFileSync } from "node:fs";

import { run } from "./the_browser.mjs";

const window = {};
run("sum.js", { window });
const { tree, hands } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(hands.map((values) => window.headTable.sum.scores(tree, values))));
