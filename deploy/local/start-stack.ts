import { chownSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { makePassableFolder } from "./fetching/cache-folder.ts";
import { makeIntegrationKeys } from "./integration-keys.ts";
import { serviceToken, userToken } from "./issuer/mint-token.ts";
import { readOrMakeKeys, type SigningKeys } from "./issuer/signing-keys.ts";
import {
  addressOf,
  CONFORMANCE_NAME,
  conformancePlan,
  LOCAL_PREFIX,
  PROCESS_NAMES,
  type ProcessName,
  type ProcessPlan,
  preparationPlans,
  processPlans,
} from "./process-plans.ts";
import {
  type ChildPlan,
  type ChildProcess,
  type Crash,
  logTail,
  startChild,
  waitUntilReady,
} from "./processes/child-process.ts";
import { freePort, keepPorts } from "./processes/free-ports.ts";
import { type OrphanGuard, startOrphanGuard } from "./processes/orphan-guard.ts";
import { compiledSources } from "./workspace.ts";

const READY_DEADLINE_MS = 180_000;

/** One process of the stack. It can be stopped, and started again on the same port with the same log file. */
export interface StackProcess {
  readonly name: ProcessName | typeof CONFORMANCE_NAME;
  readonly url: string;
  readonly log: string;
  /** The process id; every start changes it. */
  pid(): number;
  /**
   * Sends a signal and waits until the process has ended. Returns the exit code or the signal that ended it as a text,
   * such as "code 0" or "SIGKILL".
   */
  kill(signal: NodeJS.Signals): Promise<string>;
  stop(): Promise<void>;
  /** Starts the process again and waits until it is ready. */
  start(): Promise<void>;
}

export interface RunningStack {
  graphUrl: string;
  baseUrl: string;
  eventsUrl: string;
  managerUrl: string;
  mcpUrl: string;
  issuer: string;
  keys: SigningKeys;
  processes: Record<ProcessName, StackProcess>;
  /** The process of the tool server's conformance profile, or undefined if `StackOptions.conformance` is not set. */
  conformance: StackProcess | undefined;
  /**
   * Starts one more process of the kind `name`, on a port of its own, and waits until it is ready. `stop` of the stack
   * stops it too.
   */
  replica(name: ProcessName): Promise<StackProcess>;
  userToken(options: {
    email: string;
    permissions: readonly string[];
    expiresInSeconds: number;
    audience?: string;
  }): Promise<string>;
  serviceToken(options: { caller: string; audience: string; expiresInSeconds: number }): Promise<string>;
  stop(): Promise<void>;
}

export interface StackOptions {
  root: string;
  /** The addresses of running engines. */
  engines: { mongoUrl: string; redisUrl: string; opensearchUrl: string };
  /** The folder for keys, service tokens and ports. */
  dataFolder: string;
  logFolder?: string;
  /** Prefix of every database, queue and index. The default is "network-access". */
  prefix?: string;
  /** Processes that are not started. Their databases are not prepared. */
  without?: readonly ProcessName[];
  /** Additional settings by process. */
  environment?: Partial<Record<ProcessName, Record<string, string>>>;
  /** True to start the conformance profile of the tool server too. */
  conformance?: boolean;
  /**
   * The folders with the files of the container images. If given, the services run from these files, as in production.
   * By default, the services run from their sources.
   */
  trees?: StackTrees;
  /** The niceness of all processes of the stack (see `ChildPlan`). */
  niceness?: number;
  guard?: OrphanGuard;
  log?: (line: string) => void;
  onCrash?: (crash: Crash) => void;
}

export interface StackTrees {
  /** The folder that contains the files of each process, in the subfolder `<process>/app`. */
  readonly folder: string;
  /** The Node that runs the trees. */
  readonly node: string;
  /** The user that runs the services. The default is the current user. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Starts the issuer and prepares the databases. Then starts all services in parallel, and waits until they are ready.
 * If a start or a preparation fails, stops all processes and throws the error.
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const { dataFolder, log = () => undefined } = options;
  const guard = options.guard ?? startOrphanGuard();
  const logFolder = options.logFolder ?? join(dataFolder, "logs");
  for (const folder of [dataFolder, logFolder]) makePassableFolder(folder);
  const ports = await keepPorts(join(dataFolder, "ports.json"), PROCESS_NAMES, log);
  const keyFile = join(dataFolder, "issuer", "keys.json");
  const keys = await readOrMakeKeys(keyFile);
  const integrationKeysFile = join(dataFolder, "integration-keys.json");
  makeIntegrationKeys(integrationKeysFile);
  const serviceTokenFolder = join(dataFolder, "service-tokens");
  const plans = processPlans({
    root: options.root,
    ports,
    engines: options.engines,
    keyFile,
    integrationKeysFile,
    serviceTokenFolder,
    prefix: options.prefix ?? LOCAL_PREFIX,
  });
  const place = { root: options.root, logFolder, guard, onCrash: options.onCrash, niceness: options.niceness };
  const environmentOf = (name: ProcessName) => ({ ...plans[name].environment, ...options.environment?.[name] });
  const programOf = (name: string, plan: ProcessPlan) =>
    options.trees && name !== "issuer" ? ofTree(options.trees, name, plan) : ofSources(options.root, plan);
  const create = (name: ProcessName, port = ports[name]) => {
    const environment = { ...plans[name].environment, PORT: String(port), ...options.environment?.[name] };
    const program = programOf(name, { ...plans[name], environment });
    return stackProcess(name, addressOf({ ...ports, [name]: port }, name), program, place);
  };
  const replicas: StackProcess[] = [];
  const processes: Record<ProcessName, StackProcess> = {
    issuer: create("issuer"),
    "change-request": create("change-request"),
    "boundary-evaluator-subgraph": create("boundary-evaluator-subgraph"),
    "boundary-evaluator-worker": create("boundary-evaluator-worker"),
    inventory: create("inventory"),
    "security-manager": create("security-manager"),
    "mcp-tools": create("mcp-tools"),
    gateway: create("gateway"),
  };
  const conformance = options.conformance ? await conformanceProcess(dataFolder, place, log) : undefined;
  const { issuer, ...others } = processes;
  const services = [...Object.values(others), ...(conformance ? [conformance] : [])];
  const started = services.filter(({ name }) => !options.without?.some((one) => one === name));
  const stop = async () => {
    await Promise.all([...services, ...replicas].map((service) => service.stop()));
    await issuer.stop();
    if (!options.guard) guard.end();
  };
  const start = async (each: StackProcess) => {
    await each.start();
    log(`${each.name} is ready at ${each.url}`);
  };
  try {
    const names = started.map(({ name }) => name);
    const preparations = preparationPlans(options.root, names, environmentOf).map(({ name, ...plan }) =>
      runToEnd(name, programOf(name, plan), place),
    );
    await allOrFirstFailure([start(issuer), ...preparations]);
    log("the databases are prepared");
    // In production, the user that runs the services can read the files with secrets. With `options.trees.user`, these
    // files belong to that user here. The issuer runs as the current user. When the issuer first renews the tokens, it
    // writes token files that the services can't read. Tests with this option stop the stack before then.
    if (options.trees?.user) giveAway([serviceTokenFolder, integrationKeysFile], options.trees.user);
    await allOrFirstFailure(started.map(start));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    graphUrl: processes.gateway.url,
    baseUrl: processes.inventory.url,
    eventsUrl: processes["change-request"].url,
    managerUrl: processes["security-manager"].url,
    mcpUrl: `${processes["mcp-tools"].url}/mcp`,
    issuer: issuer.url,
    keys,
    processes,
    conformance,
    async replica(name) {
      const replica = create(name, await freePort());
      replicas.push(replica);
      await start(replica);
      return replica;
    },
    userToken: (options) => userToken(keys, issuer.url, options),
    serviceToken: (options) => serviceToken(keys, issuer.url, options),
    stop,
  };
}

/**
 * Waits until every start has succeeded or failed. Then throws the error of the first failed start in the list, if
 * there is one. Because no process is still starting at that time, the caller can stop all of them.
 */
async function allOrFirstFailure(starting: Promise<void>[]): Promise<void> {
  const failure = (await Promise.allSettled(starting)).find((outcome) => outcome.status === "rejected");
  if (failure) throw failure.reason;
}

/** What all processes of a stack share. */
interface Place {
  readonly root: string;
  readonly logFolder: string;
  readonly guard: OrphanGuard;
  readonly onCrash: StackOptions["onCrash"];
  readonly niceness: number | undefined;
}

async function conformanceProcess(
  dataFolder: string,
  place: Place,
  log: (line: string) => void,
): Promise<StackProcess> {
  const { [CONFORMANCE_NAME]: port } = await keepPorts(join(dataFolder, "ports.json"), [CONFORMANCE_NAME], log);
  const plan = conformancePlan(place.root, port, process.env.NODE_ENV);
  return stackProcess(CONFORMANCE_NAME, `http://127.0.0.1:${port}`, ofSources(place.root, plan), place);
}

/** How a process is run. */
type Program = Pick<ChildPlan, "command" | "args" | "environment" | "folder" | "user">;

function ofSources(root: string, { entry, environment }: ProcessPlan): Program {
  return {
    command: process.execPath,
    args: ["--no-warnings", entry],
    environment: {
      ...inherited(),
      // A process starts twice as fast if an earlier process has compiled its sources.
      NODE_COMPILE_CACHE: compiledSources(root),
      ...environment,
    },
    folder: root,
  };
}

function ofTree({ folder, node, user }: StackTrees, name: string, { environment }: ProcessPlan): Program {
  const app = join(folder, name, "app");
  return {
    command: node,
    args: [join(app, "main.js")],
    // The process gets `NODE_ENV`, which its image sets, and the variables of its plan. It inherits no variables from
    // the current process.
    environment: { NODE_ENV: "production", ...environment },
    folder: app,
    user,
  };
}

function giveAway(paths: readonly string[], { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  for (const path of paths) {
    chownSync(path, uid, gid);
    if (statSync(path).isDirectory())
      giveAway(
        readdirSync(path).map((name) => join(path, name)),
        { uid, gid },
      );
  }
}

function stackProcess(name: StackProcess["name"], url: string, program: Program, place: Place): StackProcess {
  const log = join(place.logFolder, `${name}.log`);
  let child: ChildProcess | undefined;
  return {
    name,
    url,
    log,
    pid: () => child?.pid ?? 0,
    async kill(signal) {
      child?.kill(signal);
      return (await child?.ended) ?? "never started";
    },
    stop: async () => child?.stop(),
    async start() {
      if (child?.isRunning()) return;
      child = await startChild({
        name,
        ...program,
        log,
        niceness: place.niceness,
        order: "service",
        guard: place.guard,
        onCrash: place.onCrash,
      });
      await waitUntilReady(child, () => isReady(url), READY_DEADLINE_MS);
    },
  };
}

/**
 * Runs a process until it ends by itself. If its exit code is not 0, throws an error with the last lines of the
 * process's log.
 */
async function runToEnd(name: string, program: Program, { logFolder, guard, niceness }: Place): Promise<void> {
  const log = join(logFolder, `${name}.log`);
  const ending = await (await startChild({ name, ...program, log, niceness, order: "service", guard })).ended;
  if (ending !== "code 0") throw new Error(`${name} failed (${ending}); the end of ${log}:\n${logTail(log)}`);
}

/** Returns the variables that a service inherits from the environment of this process. */
function inherited(): Record<string, string | undefined> {
  const { PATH, HOME, TZ, LOG_LEVEL, OTEL_EXPORTER_OTLP_ENDPOINT, CORS_ORIGINS } = process.env;
  return { PATH, HOME, TZ, LOG_LEVEL, OTEL_EXPORTER_OTLP_ENDPOINT, CORS_ORIGINS };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) });
  await response.body?.cancel();
  return response.ok;
}
