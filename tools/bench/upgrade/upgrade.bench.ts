import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild, waitUntilReady } from "@network-access/local-stack/child-process";
import { keepPorts } from "@network-access/local-stack/free-ports";
import { type Graph, graphClient } from "@network-access/local-stack/graph-client";
import { makeIntegrationKeys } from "@network-access/local-stack/integration-keys";
import { loadDemonstration } from "@network-access/local-stack/load-demonstration";
import { loadEstateDemonstration } from "@network-access/local-stack/load-estate-demonstration";
import { userToken } from "@network-access/local-stack/mint-token";
import { startOrphanGuard } from "@network-access/local-stack/orphan-guard";
import {
  addressOf,
  PROCESS_NAMES,
  type ProcessName,
  preparationPlans,
  processPlans,
} from "@network-access/local-stack/process-plans";
import { showProgress } from "@network-access/local-stack/progress";
import { runProgram } from "@network-access/local-stack/run-program";
import { readOrMakeKeys } from "@network-access/local-stack/signing-keys";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";
import { createToolServerAccess } from "@network-access/local-stack/tool-server-access";
import { workspace } from "@network-access/local-stack/workspace";
import type { BenchRow } from "@network-access/testkit/bench-row";
import { withEngines } from "../../checks/with-engines.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { createDeployment, type Deployment } from "./deployment.ts";
import { lackingSubgraphs } from "./lacking-subgraphs.ts";
import { previousRelease, type Release } from "./previous-release.ts";
import { type LoadedInstallation, startUpgradeLoad, type UpgradeLoad } from "./upgrade-load.ts";

/**
 * The delay in milliseconds with which the balancers notice that a process is ready or no longer ready. Must be shorter
 * than `DRAIN_SECONDS`.
 */
const LATE_MS = 3_000;
const REPLICAS = 2;
const QUIET_MS = 10_000;
const VERDICT_DEADLINE_MS = 90_000;
const PERMISSIONS = [
  ...["inventory:view", "change-request:view", "change-request:edit", "boundary:view", "boundary:edit"],
  ...["group:view", "group:edit", "connector:manage", "estate:view", "estate:manage", "tool-key:manage"],
];
/**
 * The processes that an upgrade replaces, except the gateway, in the order in which this benchmark replaces them. In
 * the documented order, the gateway is upgraded after these processes and rolled back before them.
 */
const SUBGRAPHS_AND_OTHERS = [
  "change-request",
  "boundary-evaluator-subgraph",
  "boundary-evaluator-worker",
  "inventory",
  "security-manager",
  "mcp-tools",
] as const satisfies ProcessName[];

/**
 * Upgrades an installation of the previous release to this release and rolls it back, twice, while clients send
 * requests. The first time follows the documented order. The second time, the gateway is upgraded first and rolled back
 * last. Throws if a request fails, if the verdict of an acknowledged change request is lost, or if a replaced process
 * does not end with code 0.
 */
export async function upgradeBench(): Promise<BenchRow[]> {
  const previous = await previousRelease();
  console.log(`  the previous release is ${previous.commit}, in ${previous.root}`);
  const current: Release = { root: workspace.root, node: process.execPath };
  return withEngines(
    async ({ TEST_MONGO_URL = "", TEST_REDIS_URL = "", TEST_OPENSEARCH_URL = "" }) => {
      const engines = { mongoUrl: TEST_MONGO_URL, redisUrl: TEST_REDIS_URL, opensearchUrl: TEST_OPENSEARCH_URL };
      const installation = await createInstallation(engines);
      try {
        console.log("  starting two processes of each kind of the previous release");
        await installation.start(previous);
        const load = startUpgradeLoad(await installation.fill());
        try {
          await upgradeAndBack(installation, load, { previous, current });
        } finally {
          await load.stop();
        }
        const lost = await lostVerdicts(installation.graph(), load.saved);
        return conclude(load, lost, await installation.endings());
      } finally {
        await installation.stop();
      }
    },
    { opensearchFlags: "distribution" },
  );
}

type Installation = Awaited<ReturnType<typeof createInstallation>>;

async function upgradeAndBack(
  { replace, prepare }: Installation,
  { enter }: UpgradeLoad,
  { previous, current }: { previous: Release; current: Release },
): Promise<void> {
  const step = async (name: string, work: () => Promise<void>) => {
    const beganAt = performance.now();
    enter(name);
    await work();
    console.log(`  ${name}: ${Math.round((performance.now() - beganAt) / 1_000)} s`);
  };
  const each = async (release: Release, names: readonly ProcessName[]) => {
    for (const name of names) await replace(name, release);
  };
  const rest = () => sleep(QUIET_MS);
  const lacking = lackingSubgraphs(previous.root);
  console.log(`  subgraphs of the previous release that lack what this gateway needs: ${lacking.join(", ") || "none"}`);
  await step("running the previous release", rest);
  await step("preparing the databases", () => prepare(current));
  await step("upgrading", () => each(current, [...SUBGRAPHS_AND_OTHERS, "gateway"]));
  await step("running this release", rest);
  await step("rolling back", () => each(previous, ["gateway", ...SUBGRAPHS_AND_OTHERS]));
  await step("upgrading with the gateway begun first", async () => {
    let isDone = false;
    const gateway = replace("gateway", current).then(() => {
      isDone = true;
    });
    await each(current, SUBGRAPHS_AND_OTHERS.slice(0, 3));
    // The inventory is the last subgraph to be upgraded. If the inventory of the previous release lacks a part of the
    // schema, the new gateway must not become ready before the inventory is upgraded.
    if (isDone && lacking.includes("inventory"))
      throw new Error("the gateway was ready before the last subgraph was upgraded");
    await each(current, SUBGRAPHS_AND_OTHERS.slice(3));
    await gateway;
  });
  await step("rolling back with the gateway last", () => each(previous, [...SUBGRAPHS_AND_OTHERS, "gateway"]));
  await step("running the previous release again", rest);
}

/** Creates the issuer, and for each service a balancer and the deployment behind it. */
async function createInstallation(engines: { mongoUrl: string; redisUrl: string; opensearchUrl: string }) {
  const dataFolder = temporaryDataFolder();
  process.once("exit", () => rmSync(dataFolder, { recursive: true, force: true }));
  const logFolder = join(workspace.data, "bench", "upgrade");
  rmSync(logFolder, { recursive: true, force: true });
  mkdirSync(logFolder, { recursive: true });
  const guard = startOrphanGuard();
  const ports = await keepPorts(join(dataFolder, "ports.json"), PROCESS_NAMES);
  const keyFile = join(dataFolder, "issuer", "keys.json");
  const keys = await readOrMakeKeys(keyFile);
  const integrationKeysFile = join(dataFolder, "integration-keys.json");
  makeIntegrationKeys(integrationKeysFile);
  const serviceTokenFolder = join(dataFolder, "service-tokens");
  const plansOf = (root: string) =>
    processPlans({ root, ports, engines, keyFile, integrationKeysFile, serviceTokenFolder, prefix: "upgrade" });
  const planOf = (name: ProcessName, root: string) => {
    const { entry, environment } = plansOf(root)[name];
    // The gateway's check of the subgraph schemas and the stop of processes use the default settings, not those of the
    // local stack. Each evaluator process has one judge thread, because all processes share one machine.
    const { SCHEMA_ANSWERS: _, ...usual } = environment;
    return {
      entry,
      environment: { ...usual, DRAIN_SECONDS: "5", STOP_SECONDS: "25", JUDGING_THREADS: "1", REPLICAS: "2" },
    };
  };

  const balancers: Balancer[] = [];
  const deployments = new Map<ProcessName, Deployment>();
  for (const name of PROCESS_NAMES) {
    if (name === "issuer") continue;
    const balancer = await startBalancer(ports[name], LATE_MS);
    balancers.push(balancer);
    deployments.set(
      name,
      createDeployment(name, (root) => planOf(name, root), { balancer, guard, logFolder }),
    );
  }
  const at = (name: ProcessName) => addressOf(ports, name);
  const caller = { email: "bench@example.com", permissions: PERMISSIONS, expiresInSeconds: 86_400 };
  const token = await userToken(keys, at("issuer"), caller);
  const places = { graphUrl: at("gateway"), baseUrl: at("inventory"), managerUrl: at("security-manager"), token };
  const graph = () => graphClient(places.graphUrl, token);

  async function startIssuer(): Promise<void> {
    const { entry, environment } = plansOf(workspace.root).issuer;
    const log = join(logFolder, "issuer.log");
    const child = await startChild({
      ...{ name: "issuer", command: process.execPath, args: ["--no-warnings", entry], environment, log, guard },
      ...{ folder: workspace.root, order: "service" as const },
    });
    await waitUntilReady(child, async () => (await fetch(`${at("issuer")}/readyz`)).ok, 30_000);
  }

  /** Runs those processes of a release that prepare the databases, one after another. */
  async function prepare({ root, node }: Release): Promise<void> {
    for (const { entry, environment } of preparationPlans(
      root,
      PROCESS_NAMES,
      (name) => planOf(name, root).environment,
    ))
      await runProgram(node, ["--no-warnings", entry], { environment });
  }

  return {
    ...{ graph, prepare },
    async start(release: Release): Promise<void> {
      await startIssuer();
      await prepare(release);
      for (let replica = 0; replica < REPLICAS; replica += 1)
        for (const deployment of deployments.values()) await deployment.add(release);
    },
    replace: async (name: ProcessName, release: Release): Promise<void> => deployments.get(name)?.replace(release),
    /** Loads the demonstration through the public interfaces. Returns the URLs and credentials that clients need. */
    async fill(): Promise<LoadedInstallation> {
      const progress = showProgress(process.stdout);
      const stateFile = (name: string) => join(dataFolder, `${name}.json`);
      await loadDemonstration({ ...places, stateFile: stateFile("demonstration"), progress });
      const signal = new AbortController().signal;
      const estateState = { stateFile: stateFile("estate"), progress, now: Date.now(), signal };
      const { userIds } = await loadEstateDemonstration({ ...places, ...estateState });
      const mcpUrl = `${at("mcp-tools")}/mcp`;
      const { apiKey, userId } = await createToolServerAccess({ mcpUrl, token }, userIds);
      const groupId = "payments-web";
      const { issueFeedToken } = await graph()<{ issueFeedToken: { secret: string } }>(
        'mutation ($groupId: String!) { issueFeedToken(groupId: $groupId, consumer: "bench") { secret } }',
        { groupId },
      );
      const toolCaller = { "x-api-key": apiKey, "x-mgr-user-id": String(userId) };
      return { ...places, mcpUrl, toolCaller, feed: { groupId, secret: issueFeedToken.secret } };
    },
    /** Returns how the replaced processes ended, except for those that ended with code 0. */
    async endings(): Promise<readonly string[]> {
      const all = [...deployments.values()].map(async ({ name, settled }) =>
        (await settled()).map((ending) => `${name}: ${ending}`),
      );
      return (await Promise.all(all)).flat();
    },
    async stop(): Promise<void> {
      await Promise.all([...deployments.values()].map((deployment) => deployment.stop()));
      await Promise.all(balancers.map((balancer) => balancer.stop()));
      await guard.endEverything();
    },
  };
}

/**
 * Waits for verdicts. Returns the ids of the change requests that are missing, or in the state Pending or Error, at the
 * deadline.
 */
async function lostVerdicts(graph: Graph, ids: readonly string[]): Promise<readonly string[]> {
  const query = "query ($id: String!) { changeRequest(id: $id) { state } }";
  let waiting = [...ids];
  for (const until = Date.now() + VERDICT_DEADLINE_MS; waiting.length > 0 && Date.now() < until; await sleep(1_000)) {
    const still: string[] = [];
    for (const id of waiting) {
      const { changeRequest } = await graph<{ changeRequest: { state: string } | null }>(query, { id });
      if (!changeRequest || changeRequest.state === "Pending" || changeRequest.state === "Error") still.push(id);
    }
    waiting = still;
  }
  return waiting;
}

/** Prints the result. Throws if a request failed, a verdict is lost, or a replaced process did not end with code 0. */
function conclude(load: UpgradeLoad, lost: readonly string[], endings: readonly string[]): BenchRow[] {
  const sent = [...load.kinds.values()].reduce((sum, kind) => sum + kind.sent, 0);
  console.log(`  requests: ${sent}, failed: ${load.failed.length}`);
  console.log(`  verdicts of ${load.saved.length} change requests, lost: ${lost.length}`);
  if (endings.length > 0) console.log(`  processes that did not end with code 0: ${endings.join(", ")}`);
  if (load.failed.length + lost.length + endings.length > 0)
    throw new Error(`failed: ${load.failed.length}, lost: ${lost.length} (${lost.slice(0, 5).join(", ")})`);
  return [...load.kinds].map(([kind, { sent: count, slowestMs }]) => {
    const slowest = (during: (phase: string) => boolean) =>
      Math.max(...[...slowestMs].filter(([phase]) => during(phase)).map(([, ms]) => ms));
    const isQuiet = (phase: string) => phase.startsWith("running");
    const note = `slowest of ${count}: floor is while one release runs, ours during the updates; failed: 0`;
    return { name: kind, floorMs: slowest(isQuiet), oursMs: slowest((phase) => !isQuiet(phase)), aim: null, note };
  });
}
