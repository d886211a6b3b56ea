import { join } from "node:path";
import { serviceIssuer, USER_AUDIENCE } from "./issuer/mint-token.ts";
import { serviceTokenFile } from "./issuer/service-token-files.ts";

export const PROCESS_NAMES = [
  "issuer",
  "change-request",
  "boundary-evaluator-subgraph",
  "boundary-evaluator-worker",
  "inventory",
  "security-manager",
  "mcp-tools",
  "gateway",
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

/** The processes that save and evaluate change requests. */
export const REQUEST_PROCESSES = [
  "gateway",
  "change-request",
  "boundary-evaluator-subgraph",
  "boundary-evaluator-worker",
  "inventory",
] as const satisfies readonly ProcessName[];

/**
 * The processes of the security manager and of the tool server. These processes never call the processes in
 * `REQUEST_PROCESSES`, and are never called by them.
 */
export const ESTATE_PROCESSES = ["security-manager", "mcp-tools"] as const satisfies readonly ProcessName[];

/**
 * The name of an optional process: a tool server with the fixtures of MCP's conformance suite. It runs only with
 * `npm start -- --conformance`.
 */
export const CONFORMANCE_NAME = "mcp-conformance";

/** The entry file and environment of a process. */
export interface ProcessPlan {
  entry: string;
  environment: Record<string, string>;
}

export interface StackSettings {
  root: string;
  ports: Record<ProcessName, number>;
  engines: { mongoUrl: string; redisUrl: string; opensearchUrl: string };
  keyFile: string;
  integrationKeysFile: string;
  serviceTokenFolder: string;
  /**
   * The names of all databases, queues and indexes of the stack begin with this prefix. Stacks with different prefixes
   * can share engines.
   */
  prefix: string;
}

/** The prefix of the stack that `npm start` runs. */
export const LOCAL_PREFIX = "network-access";

/** Returns the settings of an inventory's database and search index. */
export function inventoryStores(engines: { mongoUrl: string; opensearchUrl: string }, prefix: string) {
  return {
    MONGO_URL: engines.mongoUrl,
    MONGO_DATABASE: `${prefix}-inventory`,
    OPENSEARCH_URL: engines.opensearchUrl,
    INDEX_PREFIX: prefix,
  };
}

/** Returns the settings of a security manager's database and search indexes. */
export function estateStores(engines: { mongoUrl: string; opensearchUrl: string }, prefix: string) {
  return {
    MONGO_URL: engines.mongoUrl,
    MONGO_DATABASE: `${prefix}-security-manager`,
    OPENSEARCH_URL: engines.opensearchUrl,
    INDEX_PREFIX: `${prefix}-estate`,
  };
}

/** The score thresholds of the local stack. */
const SCORES = { SCORE_REVIEW_AT: "50", SCORE_FAIL_AT: "100" };

/** Allows event receivers on this machine, without a certificate. */
const LOCAL_RECEIVERS = { INTEGRATION_HTTP: "on", INTEGRATION_ADDRESSES: "127.0.0.0/8,::1/128" };

/** Returns the address that a process listens on. */
export const addressOf = (ports: Record<ProcessName, number>, name: ProcessName): string =>
  `http://127.0.0.1:${ports[name]}`;

/**
 * Returns the entry file and the environment of the tool server's conformance profile. `nodeEnv` becomes the profile's
 * `NODE_ENV`. With "production", the profile does not start.
 */
export function conformancePlan(root: string, port: number, nodeEnv: string | undefined): ProcessPlan {
  return {
    entry: join(root, "services/mcp-tools/src/main-conformance.ts"),
    environment: {
      ...{ PORT: String(port), HOST: "127.0.0.1", DRAIN_SECONDS: "0", STOP_SECONDS: "10" },
      ...(nodeEnv !== undefined && { NODE_ENV: nodeEnv }),
    },
  };
}

/** Returns the entry file and environment of every process. This is the complete configuration of the local stack. */
export function processPlans({
  root,
  ports,
  engines,
  keyFile,
  integrationKeysFile,
  serviceTokenFolder,
  prefix,
}: StackSettings): Record<ProcessName, ProcessPlan> {
  const at = (name: ProcessName) => addressOf(ports, name);
  const issuer = at("issuer");
  const server = (name: ProcessName) => ({
    PORT: String(ports[name]),
    HOST: "127.0.0.1",
    DRAIN_SECONDS: "0",
    STOP_SECONDS: "10",
  });
  const users = { USER_ISSUER: issuer, USER_JWKS_URL: `${issuer}/jwks`, USER_AUDIENCE };
  const access = (audience: string) => ({
    ...users,
    SERVICE_ISSUER: serviceIssuer(issuer),
    SERVICE_JWKS_URL: `${serviceIssuer(issuer)}/jwks`,
    SERVICE_AUDIENCE: audience,
    SERVICE_TOKEN_FILE: serviceTokenFile(serviceTokenFolder, audience),
  });
  const mongo = (service: string) => ({ MONGO_URL: engines.mongoUrl, MONGO_DATABASE: `${prefix}-${service}` });
  const redis = { REDIS_URL: engines.redisUrl, REDIS_PREFIX: prefix };
  const toEvaluator = { BOUNDARY_EVALUATOR_URL: at("boundary-evaluator-subgraph") };
  const evaluator = {
    ...access("boundary-evaluator"),
    ...mongo("boundary-evaluator"),
    ...redis,
    ...SCORES,
    ...LOCAL_RECEIVERS,
    INTEGRATION_KEYS_FILE: integrationKeysFile,
    CHANGE_REQUEST_URL: at("change-request"),
    INVENTORY_URL: at("inventory"),
  };
  const entry = (path: string) => join(root, path);
  return {
    issuer: {
      entry: entry("deploy/local/issuer/main.ts"),
      environment: {
        PORT: String(ports.issuer),
        HOST: "127.0.0.1",
        KEY_FILE: keyFile,
        SERVICE_TOKEN_FOLDER: serviceTokenFolder,
      },
    },
    "change-request": {
      entry: entry("services/change-request/src/main.ts"),
      environment: {
        ...server("change-request"),
        ...access("change-request"),
        ...mongo("change-request"),
        ...redis,
        ...toEvaluator,
      },
    },
    "boundary-evaluator-subgraph": {
      entry: entry("services/boundary-evaluator/src/main-subgraph.ts"),
      environment: { ...server("boundary-evaluator-subgraph"), ...evaluator },
    },
    "boundary-evaluator-worker": {
      entry: entry("services/boundary-evaluator/src/main-worker.ts"),
      environment: { ...server("boundary-evaluator-worker"), ...evaluator },
    },
    inventory: {
      entry: entry("services/inventory/src/main.ts"),
      environment: {
        ...server("inventory"),
        ...access("inventory"),
        ...inventoryStores(engines, prefix),
        ...redis,
        ...toEvaluator,
      },
    },
    "security-manager": {
      entry: entry("services/security-manager/src/main.ts"),
      environment: {
        ...server("security-manager"),
        ...access("security-manager"),
        ...estateStores(engines, prefix),
      },
    },
    "mcp-tools": {
      entry: entry("services/mcp-tools/src/main.ts"),
      environment: {
        ...server("mcp-tools"),
        ...users,
        ...mongo("mcp-tools"),
        ...redis,
        OPENSEARCH_URL: engines.opensearchUrl,
        INDEX_PREFIX: prefix,
        SERVICE_TOKEN_FILE: serviceTokenFile(serviceTokenFolder, "mcp-tools"),
        SECURITY_MANAGER_URL: at("security-manager"),
      },
    },
    gateway: {
      entry: entry("gateway/src/main.ts"),
      environment: {
        ...server("gateway"),
        ...users,
        INTROSPECTION: "on",
        QUERY_PAGE: "on",
        // By default, the gateway waits until each subgraph has returned 20 complete schemas in a row. The reason is an
        // update, during which some processes of a subgraph belong to the older release. In the local stack, all
        // processes belong to the same release, so one schema is enough.
        SCHEMA_ANSWERS: "1",
        SUBGRAPH_CHANGE_REQUEST_URL: `${at("change-request")}/graphql`,
        SUBGRAPH_BOUNDARY_EVALUATOR_URL: `${at("boundary-evaluator-subgraph")}/graphql`,
        SUBGRAPH_INVENTORY_URL: `${at("inventory")}/graphql`,
      },
    },
  };
}

/** A process that prepares the database of a service, and ends. */
export interface PreparationPlan extends ProcessPlan {
  name: string;
}

/**
 * Maps each service that has a database to one of its processes. The database is prepared with the database settings of
 * this process.
 */
const PREPARED = {
  "change-request": "change-request",
  "boundary-evaluator": "boundary-evaluator-worker",
  inventory: "inventory",
  "security-manager": "security-manager",
  "mcp-tools": "mcp-tools",
} as const satisfies Record<string, ProcessName>;

/**
 * Returns the processes that prepare the databases of the processes `names`. A database that is new, or that belongs to
 * an older release, must be prepared before services start to use it.
 */
export function preparationPlans(
  root: string,
  names: readonly string[],
  environmentOf: (name: ProcessName) => Readonly<Record<string, string>>,
): PreparationPlan[] {
  const prepared = Object.entries(PREPARED).filter(([, process]) => names.includes(process));
  return prepared.map(([service, process]) => {
    const settings = Object.entries(environmentOf(process)).filter(([variable]) => variable.startsWith("MONGO_"));
    const entry = join(root, `services/${service}/src/main-prepare.ts`);
    return { name: `${service}-prepare`, entry, environment: Object.fromEntries(settings) };
  });
}
