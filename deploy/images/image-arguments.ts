import { parseArgs } from "node:util";
import { IMAGE_PROCESSES, type ImageProcess, isImageProcess } from "./image-processes.ts";

export interface ImageOptions {
  readonly process: ImageProcess;
  /** As given, relative to the caller's folder. */
  readonly folder: string;
  /** Also write the system below the tree, and an OCI layout of both. */
  readonly oci: boolean;
}

const USAGE = "npm run image -- PROCESS DIR [--oci]";

/** Parses the arguments of `npm run image --`. */
export function readImageArguments(
  args: readonly string[],
): { ok: true; options: ImageOptions } | { ok: false; problem: string } {
  let parsed: { positionals: string[]; values: { oci: boolean } };
  try {
    const options = { oci: { type: "boolean", default: false } } as const;
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
  const [name, folder, ...more] = parsed.positionals;
  if (name === undefined) return refused(`a process is missing; the processes are ${known}`);
  if (!isImageProcess(name)) return refused(`"${name}" is not a process; the processes are ${known}`);
  if (folder === undefined) return refused("a folder is missing; name a new or an empty folder");
  if (more.length > 0) return refused(`"${more[0]}" is one argument too many`);
  return { ok: true, options: { process: name, folder, oci: parsed.values.oci } };
}

const known = Object.keys(IMAGE_PROCESSES).join(", ");
const refused = (problem: string) => ({ ok: false, problem: `${problem}\nWrite \`${USAGE}\`` }) as const;
