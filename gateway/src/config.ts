import {
  httpUrl,
  introspectionEnvironment,
  onOrOff,
  processEnvironment,
  processSettings,
  readEnvironment,
  userAccessEnvironment,
  userTrust,
} from "@network-access/service-runtime/environment";
import { z } from "zod";
import { type AddressVariable, addressVariable, readSupergraph, type Supergraph } from "./supergraph.ts";

const milliseconds = (standard: number) => z.coerce.number().int().min(50).max(600_000).default(standard);
const positive = (standard: number) => z.coerce.number().int().min(1).default(standard);
const committed = new URL("../supergraph.graphql", import.meta.url);

const environment = z.object({
  ...processEnvironment.shape,
  ...introspectionEnvironment.shape,
  ...userAccessEnvironment.shape,
  QUERY_PAGE: onOrOff.default(false),
  SUPERGRAPH_PATH: z.string().optional(),
  READ_DEADLINE_MS: milliseconds(5_000),
  DRAFT_DEADLINE_MS: milliseconds(10_000),
  PREVIEW_DEADLINE_MS: milliseconds(30_000),
  MUTATION_DEADLINE_MS: milliseconds(10_000),
  MAX_DEPTH: positive(15),
  MAX_ALIASES: positive(30),
  MAX_FIELDS: positive(1_000),
  MAX_TOKENS: positive(2_000),
  EXECUTION: z.enum(["compiled", "stock"], { error: 'must be "compiled" or "stock"' }).default("compiled"),
  PLAN_CACHE_MIB: positive(30),
  SUBGRAPH_CONNECTIONS: positive(64),
  SUBGRAPH_CONNECT_TIMEOUT_MS: milliseconds(2_000),
  SCHEMA_ANSWERS: positive(20),
  SCHEMA_EVERY_MS: milliseconds(250),
  SCHEMA_PATIENCE_MS: milliseconds(30_000),
  SUBGRAPH_MAX_ANSWER_BYTES: positive(64 * 1_024 * 1_024),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment variables that README.md lists, and the supergraph at `SUPERGRAPH_PATH`. Durations are in
 * milliseconds. A subgraph's URL is taken from `SUBGRAPH_<NAME>_URL`, or else from the supergraph. Throws one error
 * that names every invalid variable.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const supergraph = tryToRead(env.SUPERGRAPH_PATH || committed);
  const subgraphs = supergraph?.subgraphs ?? [];
  const addresses: Record<AddressVariable, typeof httpUrl | z.ZodDefault<typeof httpUrl>> = Object.fromEntries(
    subgraphs.map(({ name, url }) => [addressVariable(name), url === undefined ? httpUrl : httpUrl.default(url)]),
  );
  const known = supergraph ? environment : environment.extend({ SUPERGRAPH_PATH: unreadable });
  const read = readEnvironment(z.object({ ...known.shape, ...addresses }), env);
  const urls = new Map<string, unknown>(Object.entries(read));
  return {
    ...processSettings(read),
    users: userTrust(read),
    introspection: read.INTROSPECTION,
    queryPage: read.QUERY_PAGE,
    limits: { depth: read.MAX_DEPTH, aliases: read.MAX_ALIASES, fields: read.MAX_FIELDS, tokens: read.MAX_TOKENS },
    deadlines: {
      readMs: read.READ_DEADLINE_MS,
      draftMs: read.DRAFT_DEADLINE_MS,
      previewMs: read.PREVIEW_DEADLINE_MS,
      mutationMs: read.MUTATION_DEADLINE_MS,
    },
    execution: read.EXECUTION,
    planCacheMib: read.PLAN_CACHE_MIB,
    supergraph: supergraph?.sdl ?? "",
    subgraphs: subgraphs.map(({ name }) => ({ name, url: String(urls.get(addressVariable(name))) })),
    versions: {
      answers: read.SCHEMA_ANSWERS,
      everyMs: read.SCHEMA_EVERY_MS,
      patienceMs: read.SCHEMA_PATIENCE_MS,
    },
    connections: {
      connections: read.SUBGRAPH_CONNECTIONS,
      connectTimeoutMs: read.SUBGRAPH_CONNECT_TIMEOUT_MS,
      maxAnswerBytes: read.SUBGRAPH_MAX_ANSWER_BYTES,
    },
  };
}

const unreadable = z.string().refine(() => false, "names no file that holds a composed supergraph");

function tryToRead(file: string | URL): Supergraph | undefined {
  try {
    return readSupergraph(file);
  } catch {
    return undefined;
  }
}
