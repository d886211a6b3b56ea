import { parseArgs } from "node:util";
import { tryParse } from "@network-access/service-runtime/try-parse";
import type { EngineUrls } from "./engines/prepare-engines.ts";

export interface StartOptions {
  /** Delete the data before the start. */
  fresh: boolean;
  demonstration: boolean;
  /** Check for newer engine packages. */
  refreshEngines: boolean;
  /** Whether to start a second tool server, which has the fixtures of MCP's conformance suite. */
  conformance: boolean;
}

const VARIABLES = { mongo: "MONGO_URL", redis: "REDIS_URL", opensearch: "OPENSEARCH_URL" } as const;

/**
 * Parses the arguments after `npm start --`. `--fresh` deletes the data of the engines. It is refused if an engine is
 * given by URL, because the data of such an engine must not be deleted.
 */
export function readStartArguments(
  args: readonly string[],
  urls: EngineUrls,
): { ok: true; options: StartOptions } | { ok: false; problem: string } {
  const flag = { type: "boolean", default: false } as const;
  const flags = { fresh: flag, "no-demo": flag, "refresh-engines": flag, conformance: flag };
  const read = tryParse(() => parseArgs({ args: [...args], options: flags }).values);
  if (!read.ok)
    return {
      ok: false,
      problem: `${read.problem}\nnpm start takes -- --fresh, --no-demo, --refresh-engines and --conformance`,
    };
  const values = read.parsed;
  const given = (["mongo", "redis", "opensearch"] as const).filter((name) => urls[name]).map((name) => VARIABLES[name]);
  if (values.fresh && given.length > 0)
    return {
      ok: false,
      problem: `--fresh can't delete the data of engines given by ${given.join(", ")}; unset ${given.length > 1 ? "them" : "it"} or omit --fresh`,
    };
  return {
    ok: true,
    options: {
      fresh: values.fresh,
      demonstration: !values["no-demo"],
      refreshEngines: values["refresh-engines"],
      conformance: values.conformance,
    },
  };
}
