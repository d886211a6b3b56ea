import { expect, test } from "@jest/globals";
import { addExposedMetrics, type ExposedMetrics } from "./exposed-metrics.ts";
import { findUnknown } from "./find-unknown.ts";

const page = `# HELP jobs_total Jobs, by queue
# TYPE jobs_total counter
jobs_total{queue="mail",outcome="done"} 3
jobs_total{queue="mail \\"b\\", {c}",outcome="failed"} 0
wait_seconds_bucket{le="0.5",queue="mail"} 1
wait_seconds_bucket{le="+Inf",queue="mail"} 2
up_seconds 17.5
`;
const exposed: ExposedMetrics = new Map();
addExposedMetrics(exposed, page);
const problems = (expression: string) => findUnknown([{ place: "here", expression }], exposed);

test.each([
  "sum by (namespace, job, queue) (rate(jobs_total[5m])) > 3",
  'jobs_total{instance=~"a.*", outcome!="failed", queue=~"mail|.*"} and on (queue) jobs_total',
  "histogram_quantile(0.95, sum by (queue, le) (rate(wait_seconds_bucket[5m])))",
  "time() - up_seconds",
])("%s uses what is exposed", (expression) => {
  expect(problems(expression)).toEqual([]);
});

test.each([
  ["rate(tasks_total[5m])", "no process exposes the metric tasks_total"],
  ["sum by (topic) (jobs_total)", "jobs_total has no label topic"],
  ["sum by (topic) (max by (queue) (rate(jobs_total[5m])))", "jobs_total has no label topic"],
  ['jobs_total{topic="mail"}', "jobs_total has no label topic"],
  ['jobs_total{outcome="lost"}', 'no process exposes jobs_total with outcome="lost"'],
  ['jobs_total{outcome=~"failed|lost"}', 'no process exposes jobs_total with outcome="lost"'],
  ["jobs_total / on (topic) up_seconds", "jobs_total has no label topic"],
  ["label_replace(tasks_total, 'a', '', '', '')", "no process exposes the metric tasks_total"],
])("%s: %s", (expression, problem) => {
  expect(problems(expression)).toContain(`here: ${problem}`);
});

test("a query that is not PromQL is reported with its place", () => {
  expect(() => problems("sum by (queue (jobs_total)")).toThrow(/^this is not PromQL: /);
});
