import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "@network-access/local-stack/run-program";
import { workspace } from "@network-access/local-stack/workspace";
import { CHART, helmArguments, type Installation } from "../rendering/render-chart.ts";

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
 * Installs the previous chart with Helm, upgrades it to this chart with each of the given values, and rolls back to the
 * first revision. Jobs are left out, because without controllers none would ever finish. Returns the status of the
 * revisions.
 */
export async function verifyUpgrade(given: {
  readonly helm: string;
  readonly kubeconfig: string;
  readonly previous: string;
  readonly installations: readonly Installation[];
  readonly release: string;
}): Promise<string[]> {
  const { helm, kubeconfig, previous, installations, release } = given;
  const [first] = installations;
  if (first === undefined) return [];
  const { namespace = "access" } = first;
  const run = (...args: string[]) =>
    runProgram(helm, args, { environment: { ...process.env, KUBECONFIG: kubeconfig, HELM_MAX_HISTORY: "10" } });
  await run("install", release, previous, "--no-hooks", ...helmArguments(first));
  for (const installation of installations)
    await run("upgrade", release, CHART, "--no-hooks", ...helmArguments(installation));
  await run("rollback", release, "1", "--no-hooks", "--namespace", namespace);
  const history = JSON.parse(await run("history", release, "--namespace", namespace, "--output", "json")) as {
    revision: number;
    status: string;
    description: string;
  }[];
  return history.map(({ revision, status, description }) => `${revision} ${status}: ${description}`);
}
