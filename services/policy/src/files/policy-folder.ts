import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type FoundFiles, findFiles } from "./find-files.ts";

/** A folder of policy files. All paths are relative to the folder. */
export interface PolicyFolder {
  find(): Promise<FoundFiles>;
  read(file: string): Promise<Uint8Array>;
  /** Resolves with the reason why files can't be exported into the folder, or with null if they can. */
  whyNotInto(): Promise<string | null>;
  /** Writes a file, and creates missing folders. Rejects if the file exists. */
  write(file: string, content: string): Promise<void>;
}

export function policyFolder(folder: string): PolicyFolder {
  return {
    find: () => findFiles(folder),
    read: (file) => readFile(path.join(folder, file)),
    async whyNotInto() {
      const found = await stat(folder).catch(() => undefined);
      if (found === undefined) return null;
      if (!found.isDirectory()) return "is not a folder; name a new or an empty one";
      return (await readdir(folder)).length > 0 ? "is not empty; name a new or an empty folder" : null;
    },
    async write(file, content) {
      const name = path.join(folder, file);
      await mkdir(path.dirname(name), { recursive: true });
      await writeFile(name, content, { flag: "wx" });
    },
  };
}
