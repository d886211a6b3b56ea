import { join } from "node:path";
import { type Dashboard, printDashboard } from "./dashboard.ts";
import { estate } from "./estate.ts";
import { evaluation } from "./evaluation.ts";
import { graph } from "./graph.ts";
import { inventory } from "./inventory.ts";
import { overview } from "./overview.ts";

const dashboards: readonly Dashboard[] = [overview, graph, evaluation, inventory, estate];

/** Returns the file and the text of every dashboard. */
export function printDashboards(): { readonly file: string; readonly text: string }[] {
  return dashboards.map((dashboard) => ({
    file: join(import.meta.dirname, "../dashboards", `${dashboard.name}.json`),
    text: printDashboard(dashboard),
  }));
}
