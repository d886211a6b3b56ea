import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const folder = join(import.meta.dirname, "..");

/**
 * A query of a dashboard, an alert or a runbook. `place` names the dashboard panel, alert or runbook that contains the
 * query.
 */
export interface Query {
  readonly place: string;
  readonly expression: string;
}

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string() })).optional(),
    }),
  ),
});

/** The file of all alerts. */
export const rulesFile: string = join(folder, "rules/alerts.yaml");

/** Returns the alerts of `rulesFile`. Throws if the file does not have the expected structure. */
export function listAlerts() {
  return Rules.parse(parse(readFileSync(rulesFile, "utf8"))).groups.flatMap(({ rules }) => rules);
}

/** Returns the files of the dashboards. */
export function dashboardFiles(): string[] {
  return globSync(join(folder, "dashboards/*.json")).sort();
}

/** Returns the queries of all runbooks. A runbook contains a query as `query '...'`. */
export function listRunbookQueries(): Query[] {
  return globSync(join(folder, "../../docs/operations/runbooks/*.md")).flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(/\bquery '([^']+)'/g), ([, expression = ""]) => ({
      place: basename(file),
      expression,
    })),
  );
}

/**
 * Returns every query of the alerts and the dashboards. Grafana's variables are replaced: `$__rate_interval` with `5m`,
 * and each variable in quotes with `.*`, which matches every value.
 */
export function listQueries(): Query[] {
  const ofAlerts = listAlerts().map(({ alert, expr }) => ({ place: `alert ${alert}`, expression: expr }));
  const ofDashboards = dashboardFiles().flatMap((file) => {
    const { panels } = Dashboard.parse(JSON.parse(readFileSync(file, "utf8")));
    return panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ place: `${basename(file)}, panel "${title}"`, expression: withoutVariables(expr) })),
    );
  });
  return [...ofAlerts, ...ofDashboards];
}

function withoutVariables(expression: string): string {
  return expression.replaceAll("$__rate_interval", "5m").replaceAll(/"\$\w+"/g, '".*"');
}
