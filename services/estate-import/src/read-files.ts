import { readFile, stat } from "node:fs/promises";
import { errorCode } from "@network-access/service-runtime/error-code";
import type { SourceFile } from "./reader.ts";

export type ReadFiles =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  | { readonly ok: false; readonly problem: string };

/** The most bytes that all files of a configuration may have together. */
const MOST_BYTES = 32 * 1_024 * 1_024;
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "can't be read: no permission",
  ERR_ENCODING_INVALID_ENCODED_DATA: "is not text in UTF-8",
};

/** Reads the files of a device as UTF-8. */
export async function readFiles(
  files: readonly { readonly name: string; readonly path: string }[],
): Promise<ReadFiles> {
  const read: SourceFile[] = [];
  let bytes = 0;
  for (const { name, path } of files)
    try {
      const found = await stat(path);
      if (!found.isFile()) return { ok: false, problem: `${name} is no file` };
      bytes += found.size;
      if (bytes > MOST_BYTES) return { ok: false, problem: `${name}: the files are larger than 32 MiB together` };
      read.push({ name, text: new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path)) });
    } catch (error) {
      const reason = REASONS[errorCode(error) ?? ""];
      if (reason === undefined) throw error;
      return { ok: false, problem: `${name} ${reason}` };
    }
  return { ok: true, files: read };
}
