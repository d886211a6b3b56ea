import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { runProgram } from "@network-access/local-stack/run-program";
import { workspace } from "@network-access/local-stack/workspace";
import { CHART, helmArguments, type KubernetesObject } from "../rendering/render-chart.ts";
import type { ApiClient } from "./api-client.ts";
import { demand } from "./verify-objects.ts";

const RELEASE = "nas";
// `kubectl rollout undo` becomes the owner of the fields that it changes. `--force-conflicts` lets Helm change these
// fields all the same.
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
 * Verifies the upgrade that docs/operations/upgrade.md describes. All steps run Helm, except the rollback of the
 * gateway alone.
 * - Installs the previous chart.
 * - Upgrades to this chart, once with each of the given `values`.
 * - Rolls back the gateway alone, and then the whole release.
 * - Upgrades again.
 *
 * Throws if a Deployment's pod template after the rollback differs from the one after the installation. Creates no
 * jobs, because they would never finish: this control plane has no controllers. Returns one line for each revision of
 * the release.
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

/** Returns the pod template of each Deployment in the namespace, by the Deployment's name. */
async function templatesOf(api: ApiClient, namespace: string): Promise<ReadonlyMap<string, unknown>> {
  const { body } = demand(await api.request("GET", `/apis/apps/v1/namespaces/${namespace}/deployments`), 200);
  return new Map((body.items as KubernetesObject[]).map(({ metadata, spec }) => [metadata.name, spec.template]));
}

/**
 * Replaces a Deployment's pod template as `kubectl rollout undo deployment/NAME` does. The API server then records
 * `kubectl-rollout`, not Helm, as the owner of the changed fields.
 */
async function rollOneBack(api: ApiClient, namespace: string, process: string, template: unknown): Promise<void> {
  const patch = [{ op: "replace", path: "/spec/template", value: template }];
  demand(await api.patch(`${deploymentPath(namespace, process)}?fieldManager=kubectl-rollout`, patch), 200);
}

function deploymentPath(namespace: string, process: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments/${RELEASE}-${process}`;
}
