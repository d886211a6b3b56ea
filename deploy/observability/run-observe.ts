import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startOrphanGuard } from "@network-access/local-stack/orphan-guard";
import { readStackFile, type StackFile } from "@network-access/local-stack/stack-file";
import { untilAsked } from "@network-access/local-stack/until-asked";
import { workspace } from "@network-access/local-stack/workspace";
import { escapeControlsInLines } from "@network-access/service-runtime/escape-controls";
import { DONE, FAILED, MISCONFIGURED, MISUSED } from "@network-access/service-runtime/exit-codes";
import { tryParse } from "@network-access/service-runtime/try-parse";
import { stringify } from "yaml";
import { fetchPrometheus } from "./prometheus-programs.ts";
import { type PrometheusServer, startPrometheus } from "./prometheus-server.ts";
import { listQueries, rulesFile } from "./queries/list-queries.ts";

const SCRAPE_SECONDS = 5;
/** How long Prometheus collects series before `--queries` runs the queries. */
const COLLECTING_MS = 60_000;
const POLL_MS = 1_000;
const HELP = `npm run observe watches the running stack with Prometheus, and prints each alert that fires or clears.
  -- --quick     alerts fire after 10 s, and rates are over one minute
  -- --queries   runs every query of the dashboards after a minute, and prints those without data`;

const read = readArguments(process.argv.slice(2));
if (!read.ok) {
  console.error(`${escapeControlsInLines(read.problem)}\n${HELP}`);
  process.exit(MISUSED);
}
const stack = readStackFile(workspace.stackFile);
if (!stack) {
  console.error("No stack of this clone is running. Start it with `npm start`.");
  process.exit(MISCONFIGURED);
}
process.exit(await observe(stack, read));

async function observe(stack: StackFile, { quick, queries }: { quick: boolean; queries: boolean }): Promise<number> {
  const asked = untilAsked();
  const root = await fetchPrometheus();
  mkdirSync(workspace.data, { recursive: true });
  const folder = mkdtempSync(join(workspace.data, "prometheus-"));
  const guard = startOrphanGuard();
  try {
    const rules = readFileSync(rulesFile, "utf8");
    writeFileSync(join(folder, "alerts.yaml"), quick ? shortened(rules) : rules);
    writeFileSync(join(folder, "prometheus.yaml"), stringify(configuration(stack)));
    const prometheus = await startPrometheus(root, folder, guard);
    console.log(`Prometheus answers at ${prometheus.url}. Ctrl-C stops it.`);
    return queries ? await askQueries(prometheus, asked) : await printAlerts(prometheus, asked);
  } finally {
    await guard.endEverything();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/**
 * Returns a configuration of Prometheus with one scrape job for each process except the issuer. Each job has the name
 * of its process.
 */
function configuration({ processes }: StackFile): object {
  return {
    global: {
      scrape_interval: `${SCRAPE_SECONDS}s`,
      scrape_timeout: `${SCRAPE_SECONDS}s`,
      evaluation_interval: `${SCRAPE_SECONDS}s`,
    },
    rule_files: ["alerts.yaml"],
    scrape_configs: processes
      .filter(({ name }) => name !== "issuer")
      .map(({ name, url }) => ({
        job_name: name,
        static_configs: [{ targets: [new URL(url).host], labels: { namespace: "local" } }],
      })),
  };
}

function shortened(rules: string): string {
  return rules.replaceAll(/for: \d+m/g, "for: 10s").replaceAll(/\[(?:5|10|15)m\]/g, "[1m]");
}

async function askQueries(prometheus: PrometheusServer, asked: Promise<unknown>): Promise<number> {
  console.log(`Collecting series for ${COLLECTING_MS / 1_000} s`);
  if ((await Promise.race([asked, sleep(COLLECTING_MS, "collected")])) !== "collected") return FAILED;
  const queries = listQueries().filter(({ place }) => !place.startsWith("alert "));
  let empty = 0;
  for (const { place, expression } of queries) {
    if ((await prometheus.count(expression)) > 0) continue;
    empty += 1;
    console.log(`No data: ${place}: ${expression}`);
  }
  console.log(`${queries.length - empty} of ${queries.length} queries of dashboards have data.`);
  return empty === 0 ? DONE : FAILED;
}

async function printAlerts(prometheus: PrometheusServer, asked: Promise<unknown>): Promise<number> {
  let before = new Set<string>();
  for (;;) {
    const alerts = await prometheus.alerts();
    const firing = new Set(alerts.filter(({ isFiring }) => isFiring).map(({ text }) => text));
    const time = new Date().toISOString().slice(11, 19);
    for (const text of firing) if (!before.has(text)) console.log(`${time} fires: ${text}`);
    for (const text of before) if (!firing.has(text)) console.log(`${time} clears: ${text}`);
    before = firing;
    if ((await Promise.race([asked, sleep(POLL_MS, "polled")])) !== "polled") return DONE;
  }
}

function readArguments(
  args: string[],
): { ok: true; quick: boolean; queries: boolean } | { ok: false; problem: string } {
  const flag = { type: "boolean", default: false } as const;
  const read = tryParse(() => parseArgs({ args, options: { quick: flag, queries: flag } }).values);
  return read.ok ? { ok: true, ...read.parsed } : read;
}
