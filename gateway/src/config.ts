import {
  accessEnvironment,
  httpUrl,
  introspectionEnvironment,
  onOrOff,
  readEnvironment,
  serverEnvironment,
  telemetryEnvironment,
} from "@network-access/service-runtime/environment";
import { z } from "zod";
import { type AddressVariable, addressVariable, readSupergraph, type Supergraph } from "./supergraph.ts";

const milliseconds = (standard: number) => z.coerce.number().int().min(50).max(600_000).default(standard);
const atLeastOne = (standard: number) => z.coerce.number().int().min(1).default(standard);
const committed = new URL("../supergraph.graphql", import.meta.url);

const settings = z.object({
  ...serverEnvironment.shape,
  ...telemetryEnvironment.shape,
  ...introspectionEnvironment.shape,
  ...accessEnvironment.pick({ USER_ISSUER: true, USER_JWKS_URL: true, USER_AUDIENCE: true }).shape,
  QUERY_PAGE: onOrOff.default(false),
  SUPERGRAPH_PATH: z.string().optional(),
  READ_DEADLINE_MS: milliseconds(5_000),
  DRAFT_DEADLINE_MS: milliseconds(10_000),
  PREVIEW_DEADLINE_MS: milliseconds(30_000),
  MUTATION_DEADLINE_MS: milliseconds(10_000),
  MAX_DEPTH: atLeastOne(15),
  MAX_ALIASES: atLeastOne(30),
  MAX_FIELDS: atLeastOne(1_000),
  MAX_TOKENS: atLeastOne(2_000),
  EXECUTION: z.enum(["compiled", "stock"], { error: 'must be "compiled" or "stock"' }).default("compiled"),
  PLAN_CACHE_MIB: atLeastOne(30),
  SUBGRAPH_CONNECTIONS: atLeastOne(64),
  SUBGRAPH_CONNECT_TIMEOUT_MS: milliseconds(2_000),
  SUBGRAPH_MAX_ANSWER_BYTES: atLeastOne(64 * 1_024 * 1_024),
});

/** Everything the gateway is told from outside, and the supergraph it serves. */
export type GatewayConfig = Readonly<z.output<typeof settings>> & {
  readonly supergraph: string;
  readonly subgraphs: readonly { readonly name: string; readonly url: string }[];
};

/**
 * Reads the environment, and the supergraph it names. A subgraph's address is taken from `SUBGRAPH_<NAME>_URL`, else
 * from the supergraph. Throws one error that names every variable at fault.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): GatewayConfig {
  const supergraph = tryToRead(env.SUPERGRAPH_PATH || committed);
  const subgraphs = supergraph?.subgraphs ?? [];
  const addresses: Record<AddressVariable, typeof httpUrl | z.ZodDefault<typeof httpUrl>> = Object.fromEntries(
    subgraphs.map(({ name, url }) => [addressVariable(name), url === undefined ? httpUrl : httpUrl.default(url)]),
  );
  const known = supergraph ? settings : settings.extend({ SUPERGRAPH_PATH: unreadable });
  const read = readEnvironment(z.object({ ...known.shape, ...addresses }), env);
  const urls = new Map<string, unknown>(Object.entries(read));
  return {
    ...read,
    supergraph: supergraph?.sdl ?? "",
    subgraphs: subgraphs.map(({ name }) => ({ name, url: String(urls.get(addressVariable(name))) })),
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
