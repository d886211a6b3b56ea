import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { runProgram } from "@network-access/local-stack/run-program";
import { workspace } from "@network-access/local-stack/workspace";
import { CHART, helmArguments, type KubernetesObject } from "../rendering/render-chart.ts";
import type { ApiClient } from "./api-client.ts";
import { demand } from "./verify-objects.ts";

const RELEASE = "nas";
// With `--force-conflicts`, Helm may change fields that `kubectl rollout undo` has changed and therefore owns.
const FLAGS = ["--no-hooks", "--force-conflicts"];
const FOLDER = "deploy/helm/network-access-service";

/** Extracts the chart of the previous release into a folder below `folder`. Throws if that release has no chart. */
export async function previousChart(folder: string): Promise<{ chart: string; commit: string }> {
  const commit = readFileSync(join(workspace.root, "deploy/previous-release"), "utf8").trim();
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, "previous.tar");
  await runProgram("git", ["-C", workspace.root, "archive", "--output", archive, commit, FOLDER]);
  await runProgram("tar", ["-x", "-f", archive, "-C", folder]);
  return { chart: join(folder, FOLDER), commit };
}

/**
 * Follows docs/operations/upgrade.md with Helm. Installs the previous chart, and upgrades to this chart once with each
 * of the given `values`. Then rolls back the gateway alone, rolls back the whole release, and upgrades again. Throws if
 * a Deployment has another pod template after the rollback than after the first installation. Jobs are left out: this
 * control plane has no controllers, so no job would ever finish. Returns a line about each revision of the release.
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
  const before = await templatesOf(api, namespace);
  for (const name of values) await upgrade(CHART, name);
  await rollOneBack(api, namespace, "gateway", before.get(`${RELEASE}-gateway`));
  await run("rollback", RELEASE, "1", ...FLAGS, "--namespace", namespace);
  for (const [name, template] of await templatesOf(api, namespace))
    if (!isDeepStrictEqual(template, before.get(name)))
      throw new Error(`the rollback left ${name} with another template than the previous chart`);
  await upgrade(CHART, values.at(-1));
  const listed = await run("history", RELEASE, "--namespace", namespace, "--output", "json");
  const history = JSON.parse(listed) as { revision: number; status: string; description: string }[];
  return history.map(({ revision, status, description }) => `${revision} ${status}: ${description}`);
}

/** Returns the templates of the pods of all Deployments, by the name of the Deployment. */
async function templatesOf(api: ApiClient, namespace: string): Promise<ReadonlyMap<string, unknown>> {
  const { body } = demand(await api.request("GET", `/apis/apps/v1/namespaces/${namespace}/deployments`), 200);
  return new Map((body.items as KubernetesObject[]).map(({ metadata, spec }) => [metadata.name, spec.template]));
}

/**
 * Replaces a Deployment's pod template as `kubectl rollout undo deployment/NAME` does, under a field manager other than
 * Helm.
 */
async function rollOneBack(api: ApiClient, namespace: string, process: string, template: unknown): Promise<void> {
  const patch = [{ op: "replace", path: "/spec/template", value: template }];
  demand(await api.patch(`${deploymentPath(namespace, process)}?fieldManager=kubectl-rollout`, patch), 200);
}

function deploymentPath(namespace: string, process: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments/${RELEASE}-${process}`;
}
