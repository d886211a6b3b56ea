import { parseArgs } from "node:util";
import { tryParse } from "@network-access/service-runtime/try-parse";
import { IMAGE_PROCESSES, type ImageProcess, isImageProcess } from "./image-processes.ts";

export interface ImageOptions {
  readonly task: "write";
  readonly process: ImageProcess;
  /** The folder as typed. A relative path is relative to the folder in which the user typed the command. */
  readonly folder: string;
  /** Whether to also write the base layer, and an OCI layout of the whole image. */
  readonly oci: boolean;
}

/** Options for `--pin-packages`, which pins the newest Debian packages instead of writing an image. */
export interface PinOptions {
  readonly task: "pin";
}

const USAGE = "npm run image -- PROCESS DIR [--oci]";
const PIN = "npm run image -- --pin-packages";

/** Parses the arguments of `npm run image --`. */
export function readImageArguments(
  args: readonly string[],
): { ok: true; options: ImageOptions | PinOptions } | { ok: false; problem: string } {
  const flag = { type: "boolean", default: false } as const;
  const options = { oci: flag, "pin-packages": flag };
  const read = tryParse(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  if (!read.ok) return refused(read.problem);
  const { parsed } = read;
  if (parsed.values["pin-packages"])
    return parsed.positionals.length === 0 && !parsed.values.oci
      ? { ok: true, options: { task: "pin" } }
      : refused("--pin-packages stands alone");
  const [name, folder, ...more] = parsed.positionals;
  if (name === undefined) return refused(`a process is missing; the processes are ${known}`);
  if (!isImageProcess(name)) return refused(`"${name}" is not a process; the processes are ${known}`);
  if (folder === undefined) return refused("a folder is missing; name a new or an empty folder");
  if (more.length > 0) return refused(`"${more[0]}" is one argument too many`);
  return { ok: true, options: { task: "write", process: name, folder, oci: parsed.values.oci } };
}

const known = Object.keys(IMAGE_PROCESSES).join(", ");
const refused = (problem: string) => ({ ok: false, problem: `${problem}\nWrite \`${USAGE}\` or \`${PIN}\`` }) as const;
