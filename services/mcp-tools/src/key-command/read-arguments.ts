import { parseArgs } from "node:util";
import { tryParse } from "@network-access/service-runtime/try-parse";
import { KEY_KINDS, type KeyKind } from "../keys/tool-key.ts";

/** What the user asks the command to do. */
export type KeyCommand =
  | { readonly do: "create"; readonly label: string; readonly kind: KeyKind }
  | { readonly do: "list" }
  | { readonly do: "revoke"; readonly id: string };

export type ReadArguments =
  | { readonly ok: true; readonly command: KeyCommand }
  | { readonly ok: false; readonly problem: string }
  | { readonly ok: false; readonly help: true };

const text = { type: "string" } as const;
const COMMANDS = "create, list and revoke";

/** Reads the arguments of `npm run keys --`. Every refusal says what the user should change. */
export function readArguments(args: readonly string[]): ReadArguments {
  const options = { label: text, kind: text, help: { type: "boolean", default: false, short: "h" } } as const;
  const read = tryParse(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  if (!read.ok) return read;
  const { values, positionals } = read.parsed;
  if (values.help || args.length === 0) return { ok: false, help: true };
  const [command, ...rest] = positionals;
  if (command === undefined) return refused(`a command is missing; ${COMMANDS} work`);
  const flag = (["label", "kind"] as const).find((name) => values[name] !== undefined);
  if (flag !== undefined && command !== "create") return refused(`--${flag} is for create, not for ${command}`);
  switch (command) {
    case "create":
      return readCreation(values, rest);
    case "list":
      if (rest.length > 0) return refused(`list takes nothing, but "${rest[0]}" was given; leave it out`);
      return { ok: true, command: { do: "list" } };
    case "revoke":
      return readRevocation(rest);
    default:
      return refused(`"${command}" is not a command; ${COMMANDS} work`);
  }
}

function readCreation(
  { label = "", kind = "long-lived" }: { readonly label?: string | undefined; readonly kind?: string | undefined },
  [surplus]: readonly string[],
): ReadArguments {
  if (surplus !== undefined)
    return refused(`create takes only flags, but "${surplus}" was given; put a label of several words into quotes`);
  if (label.trim() === "") return refused("--label is missing; say in it what the key is for");
  const known = KEY_KINDS.find((each) => each === kind);
  if (known === undefined) return refused(`--kind "${kind}" is not a kind; ${KEY_KINDS.join(" and ")} work`);
  return { ok: true, command: { do: "create", label, kind: known } };
}

function readRevocation([id, surplus]: readonly string[]): ReadArguments {
  if (id === undefined || id === "") return refused("an id is missing; write revoke ID, list shows the ids");
  if (surplus !== undefined)
    return refused(`revoke takes one id, but "${surplus}" was given too; revoke one at a time`);
  return { ok: true, command: { do: "revoke", id } };
}

function refused(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}
