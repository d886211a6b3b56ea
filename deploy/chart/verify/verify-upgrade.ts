import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "@network-access/local-stack/run-program";
import { workspace } from "@network-access/local-stack/workspace";
import { CHART, helmArguments } from "../rendering/render-chart.ts";
import type { ApiClient } from "./api-client.ts";
import { demand } from "./verify-objects.ts";

const RELEASE = "nas";
// Fields that `kubectl rollout undo` changed belong to kubectl, and Helm would refuse to change them again.
const FLAGS = ["--no-hooks", "--force-conflicts"];
const FOLDER = "deploy/helm/network-access-service";

/** The chart of the release before, or this chart if the release before has none. */
export async function previousChart(folder: string): Promise<{ chart: string; isPrevious: boolean }> {
  const file = join(workspace.root, "deploy/previous-release");
  const commit = existsSync(file) ? /[0-9a-f]{40}/.exec(readFileSync(file, "utf8"))?.[0] : undefined;
  if (commit === undefined) return { chart: CHART, isPrevious: false };
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]) => runProgram("git", ["-C", workspace.root, ...args]);
  const listed = await git("ls-tree", "--name-only", commit, FOLDER);
  if (listed.trim() === "") return { chart: CHART, isPrevious: false };
  const archive = join(folder, "previous.tar");
  await git("archive", "--output", archive, commit, FOLDER);
  await runProgram("tar", ["-x", "-f", archive, "-C", folder]);
  return { chart: join(folder, FOLDER), isPrevious: true };
}

/**
 * Follows docs/operations/upgrade.md with Helm: installs the previous chart, upgrades it to this chart with each of the
 * given values, rolls the gateway back alone and then the release, and upgrades it again. Jobs are left out, because
 * without controllers none would ever finish. Returns the status of the revisions.
 */
export async function verifyUpgrade(given: {
  readonly helm: string;
  readonly kubeconfig: string;
  readonly api: ApiClient;
  readonly previous: string;
  readonly namespace: string;
  readonly values: readonly string[];
}): Promise<string[]> {
  const { helm, kubeconfig, api, previous, namespace, values } = given;
  const environment = { ...process.env, KUBECONFIG: kubeconfig };
  const run = (...args: string[]) => runProgram(helm, args, { environment });
  const upgrade = (chart: string, name = "minimum") =>
    run("upgrade", "--install", RELEASE, chart, ...FLAGS, ...helmArguments({ namespace, values: [name] }));

  await upgrade(previous, values[0]);
  const before = await templateOf(api, namespace, "gateway");
  for (const name of values) await upgrade(CHART, name);
  await rollOneBack(api, namespace, "gateway", before);
  await run("rollback", RELEASE, "1", ...FLAGS, "--namespace", namespace);
  await upgrade(CHART, values.at(-1));
  const listed = await run("history", RELEASE, "--namespace", namespace, "--output", "json");
  const history = JSON.parse(listed) as { revision: number; status: string; description: string }[];
  return history.map(({ revision, status, description }) => `${revision} ${status}: ${description}`);
}

async function templateOf(api: ApiClient, namespace: string, process: string): Promise<unknown> {
  return demand(await api.request("GET", deploymentPath(namespace, process)), 200).body.spec.template;
}

/** Does what `kubectl rollout undo deployment/NAME` does: replaces the template of the pods, as another field manager. */
async function rollOneBack(api: ApiClient, namespace: string, process: string, template: unknown): Promise<void> {
  const patch = [{ op: "replace", path: "/spec/template", value: template }];
  demand(await api.patch(`${deploymentPath(namespace, process)}?fieldManager=kubectl-rollout`, patch), 200);
}

function deploymentPath(namespace: string, process: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments/${RELEASE}-${process}`;
}
