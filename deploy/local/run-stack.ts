import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { permissions } from "@network-access/access/permissions";
import { escapeControlsInLines } from "@network-access/service-runtime/escape-controls";
import { MISUSED } from "@network-access/service-runtime/exit-codes";
import { loadDemonstration } from "./demonstration/load-demonstration.ts";
import { showVerdict } from "./demonstration/show-verdict.ts";
import { engineUrls, prepareEngines } from "./engines/prepare-engines.ts";
import { startEngines } from "./engines/start-engines.ts";
import { loadEstateDemonstration } from "./estate-demonstration/load-estate-demonstration.ts";
import { holdClone } from "./hold-clone.ts";
import { type Crash, logTail } from "./processes/child-process.ts";
import { startOrphanGuard } from "./processes/orphan-guard.ts";
import { showProgress } from "./processes/progress.ts";
import { untilAsked } from "./processes/until-asked.ts";
import { showWelcome } from "./show-welcome.ts";
import { type StackFile, writeStackFile } from "./stack-file.ts";
import { readStartArguments } from "./start-arguments.ts";
import { startStack } from "./start-stack.ts";
import { createToolServerAccess } from "./tool-server-access.ts";
import { workspace } from "./workspace.ts";

const beganAt = Date.now();
const read = readStartArguments(process.argv.slice(2), engineUrls(process.env));
if (!read.ok) {
  console.error(escapeControlsInLines(read.problem));
  process.exit(MISUSED);
}
const { options } = read;

mkdirSync(workspace.data, { recursive: true });
const lock = await holdClone(workspace.lockFile);
const progress = showProgress(process.stdout);
const say = (line: string) => progress.line(line);
const guard = startOrphanGuard();
lock.leaveTo(guard.pid);
const asked = untilAsked();
const stopping = new AbortController();
const crashed = Promise.withResolvers<Crash>();
const onCrash = (crash: Crash) => crashed.resolve(crash);

const ending = await Promise.race([
  run().then(
    () => asked,
    (error: unknown) => ({ error }),
  ),
  asked,
  crashed.promise.then((crash) => ({ crash })),
]);
stopping.abort();
lock.describe("stopping");
rmSync(workspace.stackFile, { force: true });
if ("crash" in ending)
  say(
    `\n${ending.crash.name} ended unexpectedly (${ending.crash.ending}). The end of ${ending.crash.log}:\n${logTail(ending.crash.log)}\n`,
  );
else if ("error" in ending) say(`\n${ending.error instanceof Error ? ending.error.message : String(ending.error)}\n`);
say(`Stopping${"reason" in ending ? ` (${ending.reason})` : ""}: services first, then engines.`);
await guard.endEverything();
lock.release();
say("Stopped.");
process.exit("reason" in ending ? 0 : 1);

/**
 * Starts the engines and the services. Then loads the demonstrations, except with `--no-demo`. Resolves when the stack
 * is ready and its stack file is written.
 */
async function run(): Promise<void> {
  rmSync(workspace.stackFile, { force: true });
  if (options.fresh)
    for (const path of [workspace.engineData, workspace.demonstrationFile, workspace.estateDemonstrationFile])
      rmSync(path, { recursive: true, force: true });
  setLogsAside();
  say("Engines");
  const prepared = await prepareEngines({ progress, refresh: options.refreshEngines });
  const starting = progress.begin("starting the engines");
  const engines = await startEngines({
    engines: prepared,
    dataFolder: workspace.engineData,
    logFolder: workspace.logs,
    guard,
    log: (line) => say(`  ${line}`),
    onCrash,
  }).finally(() => starting.end());
  say("Services");
  const stack = await startStack({
    root: workspace.root,
    engines,
    dataFolder: workspace.data,
    logFolder: workspace.logs,
    conformance: options.conformance,
    guard,
    log: (line) => say(`  ${line}`),
    onCrash,
  });
  const conformanceUrl = stack.conformance && `${stack.conformance.url}/mcp`;
  const token = await stack.userToken({ email: "you@example.com", permissions, expiresInSeconds: 86_400 });
  const places = { graphUrl: stack.graphUrl, baseUrl: stack.baseUrl, token };
  let connector = null;
  let manager: StackFile["manager"] = null;
  let mcp: StackFile["mcp"] = null;
  let shownId: string | undefined;
  if (options.demonstration) {
    say("Demonstration estate");
    const loaded = await loadDemonstration({ ...places, stateFile: workspace.demonstrationFile, progress });
    connector = loaded.connector;
    shownId = loaded.shown.id;
    const estate = await loadEstateDemonstration({
      ...{ managerUrl: stack.managerUrl, token, stateFile: workspace.estateDemonstrationFile },
      ...{ progress, now: Date.now(), signal: stopping.signal },
    });
    manager = estate.manager;
    const access = await createToolServerAccess({ mcpUrl: stack.mcpUrl, token }, estate.userIds);
    mcp = { ...access, ...(conformanceUrl && { conformanceUrl }) };
    say(showVerdict(loaded.shown));
  }
  writeStackFile(workspace.stackFile, {
    graphUrl: stack.graphUrl,
    baseUrl: stack.baseUrl,
    eventsUrl: stack.eventsUrl,
    managerUrl: stack.managerUrl,
    manager,
    mcpUrl: stack.mcpUrl,
    mcp,
    issuer: stack.issuer,
    token,
    connector,
    engines: { mongo: engines.mongoUrl, redis: engines.redisUrl, opensearch: engines.opensearchUrl },
    processes: [...Object.values(stack.processes), ...(stack.conformance ? [stack.conformance] : [])].map((each) => ({
      name: each.name,
      pid: each.pid(),
      url: each.url,
    })),
  });
  say(
    showWelcome({
      ...places,
      eventsUrl: stack.eventsUrl,
      managerUrl: stack.managerUrl,
      manager,
      mcpUrl: stack.mcpUrl,
      mcp,
      conformanceUrl,
      shownId,
      issuer: stack.issuer,
      seconds: Math.round((Date.now() - beganAt) / 1_000),
    }),
  );
}

/**
 * Moves the logs of the previous run to the folder `previous`. Logs of earlier runs in that folder are deleted first.
 */
function setLogsAside(): void {
  mkdirSync(workspace.logs, { recursive: true });
  const previous = join(workspace.logs, "previous");
  rmSync(previous, { recursive: true, force: true });
  const logs = readdirSync(workspace.logs).filter((name) => name.endsWith(".log"));
  mkdirSync(previous);
  for (const name of logs) renameSync(join(workspace.logs, name), join(previous, name));
}
