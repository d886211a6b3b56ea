import { parseArgs } from "node:util";
import { tryParse } from "@network-access/service-runtime/try-parse";
import { z } from "zod";
import { type DeviceKind, deviceKinds, kindNames } from "./device-kinds.ts";

export interface Options {
  readonly kind: DeviceKind;
  readonly files: readonly string[];
  readonly device: string;
  /** The device group in which the device is created if it does not exist. */
  readonly group: number | undefined;
  /** Undefined means the present time. */
  readonly configuredAt: Date | undefined;
  readonly dryRun: boolean;
  /** True if the command does not wait until the configuration can be searched. */
  readonly noWait: boolean;
  /** True if the command takes the address and the token from the running local stack. */
  readonly stack: boolean;
}

export type ReadArguments =
  | { readonly ok: true; readonly options: Options }
  | { readonly ok: false; readonly problem: string }
  | { readonly ok: false; readonly help: true };

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;

/** Reads the arguments of `npm run import --`. Every refusal says what the user should change. */
export function readArguments(args: readonly string[]): ReadArguments {
  const options = {
    ...{ device: text, group: text, "configured-at": text },
    ...{ "dry-run": flag, "no-wait": flag, stack: flag, help: { ...flag, short: "h" } },
  };
  const read = tryParse(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  if (!read.ok) return read;
  const { values, positionals } = read.parsed;
  const [named, ...files] = positionals;
  if (values.help || args.length === 0) return { ok: false, help: true };
  const kind = deviceKinds.find(({ name }) => name === named);
  if (!kind)
    return refused(`${named === undefined ? "a kind is missing" : `"${named}" is not a kind`}; ${kindNames()} work`);
  if (files.length === 0) return refused(`a file is missing; write import ${kind.name} FILE... --device NAME`);
  const device = values.device?.trim() ?? "";
  if (device === "") return refused("--device is missing; give the name of the device in the estate");
  if (values.group !== undefined && !/^[1-9]\d{0,8}$/.test(values.group))
    return refused(`--group "${values.group}" is not the id of a device group; write a number such as 4`);
  const at = values["configured-at"];
  if (at !== undefined && !z.iso.datetime({ offset: true }).safeParse(at).success)
    return refused(`--configured-at "${at}" is not a time; write one such as 2026-05-01T08:30:00Z`);
  return {
    ok: true,
    options: {
      ...{ kind, files: [...new Set(files)], device, dryRun: values["dry-run"], stack: values.stack },
      noWait: values["no-wait"],
      configuredAt: at === undefined ? undefined : new Date(at),
      group: values.group === undefined ? undefined : Number(values.group),
    },
  };
}

function refused(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}
