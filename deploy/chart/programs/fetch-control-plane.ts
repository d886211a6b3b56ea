import { join } from "node:path";
import { buildProgram } from "@network-access/local-stack/build-program";
import { userFetchPlace } from "@network-access/local-stack/fetch-place";
import { packageRoot, programIn } from "@network-access/local-stack/package-root";
import { runProgram } from "@network-access/local-stack/run-program";

const VERSION = "1.37.2";

/** The programs of a Kubernetes API without nodes. */
export interface ControlPlanePrograms {
  readonly etcd: string;
  readonly apiServer: string;
}

/**
 * Returns the paths of the programs etcd and kube-apiserver. The first call fetches etcd as a Debian package and builds
 * kube-apiserver from pinned Go modules.
 */
export async function fetchControlPlane(): Promise<ControlPlanePrograms> {
  const recipe = {
    ...{ name: "etcd", packages: ["etcd-server"], patched: [] },
    probe: async (root: { folder: string; versions: Record<string, string> }) => {
      await runProgram(programIn(root, "usr/bin/etcd"), ["--version"]);
    },
  };
  const place = userFetchPlace();
  const root = await packageRoot(recipe, place);
  // Lets the linker set the variable that contains the API server's version. Without a version, Helm would refuse to
  // install the chart.
  const linked = `-X k8s.io/component-base/version.gitVersion=v${VERSION}`;
  const apiServer = await buildProgram(
    {
      ...{ name: "kube-apiserver", version: VERSION, module: "k8s.io/kubernetes/cmd/kube-apiserver" },
      ...{ pins: join(import.meta.dirname, "kube-apiserver"), flags: ["-mod=readonly", `-ldflags=-s -w ${linked}`] },
    },
    place,
  );
  return { etcd: programIn(root, "usr/bin/etcd"), apiServer };
}
