import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { fetchHelm } from "./programs/fetch-helm.ts";
import { type KubernetesObject, processOf, renderChart } from "./rendering/render-chart.ts";

const FOLDER = join(import.meta.dirname, "../../docs/operations");
const RELEASE = "nas";
const CLUSTER_WIDE = / --raw |\b(create|label) namespace /;

/** The commands on all pages about operations: every line of a `sh` block, and every text in backticks. */
const commands = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .flatMap((page) => {
    const text = readFileSync(join(FOLDER, page), "utf8");
    const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = ""]) => block);
    const lines = blocks.flatMap((block) => block.replaceAll("\\\n", " ").split("\n"));
    const inline = [...text.replaceAll(/^ *```.*?^ *```/gms, "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
    return [...lines, ...inline].map((command) => ({ page, command: command.replaceAll("RELEASE-", `${RELEASE}-`) }));
  });

let objects: readonly KubernetesObject[];
beforeAll(async () => {
  objects = await renderChart(await fetchHelm(), { release: RELEASE, values: ["default"] });
}, 900_000);

const namesOf = (kind: string) =>
  objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name.toLowerCase());
const processesOf = (kind: string) => objects.filter((object) => object.kind === kind).map(processOf);
const found = (pattern: RegExp) => commands.flatMap(({ command }) => [...command.matchAll(pattern)]);

test("every deployment, job and schedule in a command of a page is an object of the chart", () => {
  const kinds = { deployment: "Deployment", job: "Job", cronjob: "CronJob" };
  const named = found(/\b(deployment|job|cronjob)\/(nas-[a-z-]*)/g);
  expect(named.length).toBeGreaterThan(8);
  const unknown = named.filter(([, kind, name = ""]) => !namesOf(kinds[kind as keyof typeof kinds]).includes(name));
  expect(unknown.map(([text]) => text)).toEqual([]);
});

test("every process in a command of a runbook is a component of the chart", () => {
  const selected = found(/app\.kubernetes\.io\/component=([a-z][a-z-]*)/g);
  const asked = found(/^ *(?:logs|pods|problems|restart) ([a-z][a-z-]*)/g);
  expect(selected.length).toBeGreaterThan(1);
  expect(asked.length).toBeGreaterThan(15);
  const names = [...selected, ...asked].map(([, name = ""]) => name);
  expect(names.filter((name) => !processesOf("Deployment").includes(name))).toEqual([]);
});

test("the command that removes failed jobs selects all jobs of the chart", () => {
  const lists = found(/component in \(([^)]*)\)/g).map(([, list = ""]) => list.split(",").sort());
  expect(lists).toEqual([processesOf("Job").sort()]);
});

test("every kubectl command with arguments names its namespace", () => {
  const asking = commands.filter(
    ({ command }) => /(^ *|[|({] *|xargs -n 1 )kubectl [a-z-]+ \S/.test(command) && command !== "kubectl rollout undo",
  );
  expect(asking.length).toBeGreaterThan(20);
  const without = asking.filter(
    ({ command }) => !(CLUSTER_WIDE.test(command) || / (--namespace|-n) \S|--output name \|$/.test(command)),
  );
  expect(without).toEqual([]);
});
