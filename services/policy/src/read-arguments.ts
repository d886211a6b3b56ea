import { parseArgs } from "node:util";
import { fieldErrors } from "@network-access/firewall-rules/field-error";
import { checkId } from "@network-access/firewall-rules/text";
import { tryParse } from "@network-access/service-runtime/try-parse";

/** The parsed arguments. `folder` is as typed. */
export type Options =
  | {
      readonly command: "apply";
      readonly folder: string;
      readonly source: string;
      readonly removes: boolean;
      readonly force: boolean;
      readonly yes: boolean;
    }
  | {
      readonly command: "preview";
      readonly folder: string;
      readonly source: string;
      readonly removes: boolean;
      readonly refuseFlips: boolean;
    }
  /** Null means every source. */
  | { readonly command: "export"; readonly folder: string; readonly source: string | null }
  | { readonly command: "lint"; readonly folder: string };

export type ReadArguments =
  | { readonly ok: true; readonly options: Options }
  | { readonly ok: false; readonly problem: string }
  | { readonly ok: false; readonly help: true };

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const options = {
  source: text,
  delete: flag,
  force: flag,
  yes: { ...flag, short: "y" },
  "refuse-flips": flag,
  help: { ...flag, short: "h" },
} as const;

/** The flags of each command. */
const flagsOf: Readonly<Record<Options["command"], readonly string[]>> = {
  apply: ["source", "delete", "force", "yes"],
  preview: ["source", "delete", "refuse-flips"],
  export: ["source"],
  lint: [],
};
const commands = Object.keys(flagsOf) as Options["command"][];

/** Reads the arguments of `npm run boundaries --`. Every refusal says what to change. */
export function readArguments(args: readonly string[]): ReadArguments {
  const read = tryParse(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  if (!read.ok) return read;
  const { values, positionals } = read.parsed;
  const [named, folder, ...more] = positionals;
  if (values.help || args.length === 0) return { ok: false, help: true };
  const command = commands.find((name) => name === named);
  if (command === undefined)
    return refused(
      `${named === undefined ? "a command is missing" : `"${named}" is not a command`}; the commands are ${commands.join(", ")}`,
    );
  for (const [name, value] of Object.entries(values)) {
    if (value === false || flagsOf[command].includes(name)) continue;
    const knowing = commands.filter((one) => flagsOf[one].includes(name));
    return refused(`--${name} is for ${knowing.join(", ")}, not for ${command}`);
  }
  if (folder === undefined || folder === "") return refused(`a folder is missing; write ${command} DIR`);
  if (more.length > 0) return refused(`only one folder is allowed; remove "${more[0]}"`);
  const { source } = values;
  const problem = source === undefined ? undefined : problemOfSource(source);
  if (problem !== undefined) return refused(problem);
  const removes = values.delete;
  if (command === "lint") return { ok: true, options: { command, folder } };
  if (command === "export") return { ok: true, options: { command, folder, source: source ?? null } };
  if (source === undefined) return refused(`--source NAME is missing; only boundaries of that source are changed`);
  if (command === "preview")
    return { ok: true, options: { command, folder, source, removes, refuseFlips: values["refuse-flips"] } };
  if (values.force && !removes) return refused("--force needs --delete");
  return { ok: true, options: { command, folder, source, removes, force: values.force, yes: values.yes } };
}

function problemOfSource(source: string): string | undefined {
  const errors = fieldErrors();
  checkId(errors, "", source);
  const [first] = errors.all();
  return first && `--source ${first.message}`;
}

function refused(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}
