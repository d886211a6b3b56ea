import { tmpdir } from "node:os";
import { runProgram } from "../processes/run-program.ts";

/** A version of a Go module. `sum` is the checksum that a `go.sum` file contains for this version. */
export interface ModuleVersion {
  readonly path: string;
  readonly version: string;
  readonly sum: string;
}

/**
 * Returns the folder of a module in Go's module cache. Downloads the module if the cache does not have it. Throws if
 * the module's checksum is not `sum`.
 */
export async function downloadModule({ path, version, sum }: ModuleVersion): Promise<string> {
  // The working folder is outside of any module, so that the go.mod of a parent folder has no effect.
  const printed = await runProgram("go", ["mod", "download", "-json", `${path}@${version}`], { folder: tmpdir() });
  const downloaded = JSON.parse(printed) as { Dir: string; Sum: string };
  if (downloaded.Sum !== sum)
    throw new Error(`${path} ${version} has the checksum ${downloaded.Sum}, but ${sum} is expected`);
  return downloaded.Dir;
}
