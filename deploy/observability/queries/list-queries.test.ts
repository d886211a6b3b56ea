import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { printDashboards } from "../panels/dashboards.ts";
import { dashboardFiles, listAlerts, listQueries } from "./list-queries.ts";

const root = join(import.meta.dirname, "../../..");
const alerts = listAlerts();
const fileOf = (alert: string) => alert.replaceAll(/(?<!^)[A-Z]/g, "-$&").toLowerCase();

test("the committed dashboards are what `npm run dashboards` writes", () => {
  const printed = printDashboards();
  expect(dashboardFiles()).toEqual(printed.map(({ file }) => file).sort());
  for (const { file, text } of printed) expect(readFileSync(file, "utf8")).toBe(text);
});

test("there are at most five dashboards and fifteen alerts, and all of their queries are found", () => {
  expect(dashboardFiles().length).toBeLessThanOrEqual(5);
  expect(alerts.length).toBeLessThanOrEqual(15);
  const expressions = dashboardFiles().flatMap((file) => readFileSync(file, "utf8").match(/"expr":/g) ?? []);
  expect(listQueries()).toHaveLength(alerts.length + expressions.length);
});

describe.each(alerts)("$alert", ({ alert, annotations }) => {
  test("has a runbook with the sections that a reader follows", () => {
    expect(annotations.runbook_url).toBe(`docs/operations/runbooks/${fileOf(alert)}.md`);
    const runbook = readFileSync(join(root, annotations.runbook_url), "utf8");
    expect(runbook.match(/^#+ .*$/gm)).toEqual([
      `# ${alert}`,
      ...["## What is seen", "## What users notice", "## What to look at", "## What to do", "## When to stop"],
    ]);
  });

  test("has a test in which it fires and clears", () => {
    const { tests } = parse(
      readFileSync(join(import.meta.dirname, "../rules/tests", `${fileOf(alert)}.yaml`), "utf8"),
    ) as { tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[] };
    for (const { alert_rule_test: steps } of tests) {
      expect(new Set(steps.map(({ alertname }) => alertname))).toEqual(new Set([alert]));
      expect(steps.map(({ exp_alerts: expected }) => expected.length > 0)).toEqual([false, true, false]);
    }
  });
});

test("no test and no runbook is left of an alert that is gone", () => {
  const names = alerts.map(({ alert }) => fileOf(alert)).sort();
  const found = (pattern: string) =>
    globSync(join(root, pattern))
      .map((file) => basename(file).split(".")[0])
      .sort();
  expect(found("deploy/observability/rules/tests/*.yaml")).toEqual(names);
  expect(found("docs/operations/runbooks/*.md").filter((name) => name !== "README")).toEqual(names);
});
