import { writeFileSync } from "node:fs";
import { printDashboards } from "./dashboards.ts";

for (const { file, text } of printDashboards()) writeFileSync(file, text);
