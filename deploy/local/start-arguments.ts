import { parseArgs } from "node:util";
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
  let values: { fresh: boolean; "no-demo": boolean; "refresh-engines": boolean; conformance: boolean };
  try {
    const flag = { type: "boolean", default: false } as const;
    const flags = { fresh: flag, "no-demo": flag, "refresh-engines": flag, conformance: flag };
    values = parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      problem: `${problem}\nnpm start takes -- --fresh, --no-demo, --refresh-engines and --conformance`,
    };
  }
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
