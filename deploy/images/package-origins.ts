import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/**
 * The SHA-512 of a package in the lock file, in hexadecimal digits, and the path of the repository's patch of the
 * package.
 */
export interface PackageOrigin {
  readonly sha512: string | undefined;
  readonly patch: string | undefined;
}

/** The origins of all installed packages, by "name@version". */
export type Origins = ReadonlyMap<string, PackageOrigin>;

/** Reads the lock file and the list of patches. */
export function readOrigins(root: string): Origins {
  const lock = lockFile.parse(parse(readFileSync(join(root, "pnpm-lock.yaml"), "utf8")));
  const { patchedDependencies } = workspaceFile.parse(parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")));
  return new Map(
    Object.entries(lock.packages).map(([key, { resolution }]) => {
      const [, hash] = /^sha512-(.+)$/.exec(resolution.integrity ?? "") ?? [];
      const sha512 = hash === undefined ? undefined : Buffer.from(hash, "base64").toString("hex");
      return [key, { sha512, patch: patchedDependencies[key] }];
    }),
  );
}

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ resolution: z.object({ integrity: z.string().optional() }) })),
});
const workspaceFile = z.object({ patchedDependencies: z.record(z.string(), z.string()).default({}) });
