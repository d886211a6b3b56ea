import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});

/** What a `package.json` says about its package. */
export const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional().catch(undefined),
  type: z.string().optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
});
export type Manifest = z.output<typeof manifestSchema>;

const workspaceManifest = manifestSchema.extend({
  exports: z.record(z.string(), z.string()).default({}),
});

/** A package of this repository whose modules may be in an image. */
export interface WorkspacePackage {
  /** Relative to the root of the repository. */
  readonly folder: string;
  readonly manifest: z.output<typeof workspaceManifest>;
}

/** Reads the package.json files of the gateway, the services and the libraries. Returns the packages by name. */
export function readWorkspacePackages(root: string): ReadonlyMap<string, WorkspacePackage> {
  const files = globSync(["gateway/package.json", "services/*/package.json", "libs/*/package.json"], { cwd: root });
  return new Map(
    files.sort().map((file) => {
      const manifest = workspaceManifest.parse(JSON.parse(readFileSync(join(root, file), "utf8")));
      return [manifest.name, { folder: dirname(file), manifest }];
    }),
  );
}
