import { parseArgs } from "node:util";
import { tryParse } from "@network-access/service-runtime/try-parse";
import type { Stated } from "./reader.ts";
import { type Source, sourceFlags } from "./source.ts";
import { namesOf, sources, sourcesWith } from "./sources.ts";

/** The parsed arguments. */
export interface Options {
  readonly source: Source;
  readonly files: readonly string[];
  readonly mapping: string | undefined;
  readonly stated: Stated;
  /** Undefined when a new discovery begins. */
  readonly discoveryId: string | undefined;
  /** For "usual", the property `showsAll` of the source decides. */
  readonly cleanUp: "usual" | "always" | "never";
  readonly force: boolean;
  readonly dryRun: boolean;
  /** True to use the address and the credentials of the local stack, which must be running. */
  readonly stack: boolean;
}

export type ReadArguments =
  | { readonly ok: true; readonly options: Options }
  | { readonly ok: false; readonly problem: string }
  | { readonly ok: false; readonly help: true };

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;

/** Reads the arguments of `npm run connector --`. Every refusal says what to change. */
export function readArguments(args: readonly string[]): ReadArguments {
  const options = {
    account: text,
    "cloud-account": text,
    region: text,
    cluster: text,
    mapping: text,
    "discovery-id": text,
    cleanup: flag,
    "no-cleanup": flag,
    force: flag,
    "dry-run": flag,
    stack: flag,
    help: { ...flag, short: "h" },
  };
  const read = tryParse(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  if (!read.ok) return read;
  const { values, positionals } = read.parsed;
  const [named, ...files] = positionals;
  if (values.help || (named === undefined && args.length === 0)) return { ok: false, help: true };
  const source = sources.find(({ name }) => name === named);
  if (source === undefined)
    return refused(
      `${named === undefined ? "a source is missing" : `"${named}" is not a source`}; the sources are ${namesOf(sources)}`,
    );
  const empty = Object.entries(values).find(([, value]) => value === "");
  if (empty) return refused(`--${empty[0]} is empty; give a value or omit it`);
  for (const name of sourceFlags)
    if (values[name] !== undefined && !source.flags.includes(name))
      return refused(`--${name} is for ${namesOf(sourcesWith(name))}, not for ${source.name}`);
  if (files.length === 0) return refused(`a file is missing; write connector ${source.name} FILE...`);
  if (source.needs !== undefined && values[source.needs.flag] === undefined) return refused(source.needs.problem);
  if (values.cleanup && values["no-cleanup"]) return refused("--cleanup and --no-cleanup exclude each other");
  if (values.force && values["no-cleanup"]) return refused("--force and --no-cleanup exclude each other");
  const id = values["discovery-id"];
  if (id !== undefined && [...id].length > 240) return refused("--discovery-id is longer than 240 characters");
  return {
    ok: true,
    options: {
      source,
      files: [...new Set(files)],
      mapping: values.mapping,
      stated: {
        account: values.account,
        cloudAccount: values["cloud-account"],
        region: values.region,
        cluster: values.cluster,
      },
      discoveryId: id,
      cleanUp: values["no-cleanup"] ? "never" : values.cleanup ? "always" : "usual",
      force: values.force,
      dryRun: values["dry-run"],
      stack: values.stack,
    },
  };
}

function refused(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}
