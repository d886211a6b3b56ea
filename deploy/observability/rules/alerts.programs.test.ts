import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { fetchPrometheus, runPrometheusProgram } from "../prometheus-programs.ts";
import { listAlerts, rulesFile } from "../queries/list-queries.ts";

test("every alert fires and clears as its test says", async () => {
  const root = await fetchPrometheus();
  const tests = globSync(join(import.meta.dirname, "tests/*.yaml"));
  expect(tests).toHaveLength(listAlerts().length);
  await runPrometheusProgram(root, "promtool", ["check", "rules", "--lint=all", "--lint-fatal", rulesFile]);
  await runPrometheusProgram(root, "promtool", ["test", "rules", ...tests]);
});
