import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { KubernetesObject } from "./render-chart.ts";

interface Mount {
  readonly name: string;
  readonly mountPath: string;
}
interface Item {
  readonly key: string;
  readonly path: string;
}
interface Source {
  readonly items?: readonly Item[];
  readonly serviceAccountToken?: { readonly path: string };
  readonly secret?: Source;
  readonly configMap?: Source;
  readonly projected?: { readonly sources: readonly Source[] };
}
interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

/** The values of secrets and the contents of files that a cluster would provide. */
export interface ClusterContents {
  /** The value of a variable that comes from a secret. */
  secret(variable: string): string;
  /** The content of a file, by its name. */
  file(name: string): string;
}

/**
 * Returns the environment variables of the process in a pod. Writes the files of the pod's volumes below `folder`. If a
 * variable contains the path of such a file, its value becomes the path below `folder`.
 */
export function podEnvironment(
  template: KubernetesObject,
  folder: string,
  contents: ClusterContents,
): Record<string, string> {
  const [container] = template.spec.containers as [{ env: Variable[]; volumeMounts?: Mount[] }];
  const mounts = container.volumeMounts ?? [];
  for (const { name, mountPath } of mounts)
    for (const path of filesOf(template.spec.volumes.find((volume: Mount) => volume.name === name))) {
      const file = join(folder, mountPath, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contents.file(path));
    }
  return Object.fromEntries(
    container.env.map(({ name, value = contents.secret(name) }) => {
      const mounted = mounts.some(({ mountPath }) => value.startsWith(`${mountPath}/`));
      return [name, mounted ? join(folder, value) : value];
    }),
  );
}

/** Returns the paths of the files of a volume. */
function filesOf(source: Source | undefined): string[] {
  if (source === undefined) throw new Error("a mount names no volume of its pod");
  const parts = [source.secret, source.configMap, ...(source.projected?.sources ?? [])].filter(
    (part) => part !== undefined,
  );
  return [
    ...(source.items ?? []).map(({ path }) => path),
    ...(source.serviceAccountToken ? [source.serviceAccountToken.path] : []),
    ...parts.flatMap(filesOf),
  ];
}
