import { cacheFolder } from "@network-access/local-stack/cache-folder";
import { packageRoot, programIn } from "@network-access/local-stack/package-root";
import { showProgress } from "@network-access/local-stack/progress";
import { runProgram } from "@network-access/local-stack/run-program";
import { buildProgram } from "./build-program.ts";

const VERSION = "1.37.2";

/** The programs of a Kubernetes API without nodes. */
export interface ControlPlanePrograms {
  readonly etcd: string;
  readonly apiServer: string;
}

/** Returns the paths of etcd and of the API server. At its first use, the API server is built from pinned modules. */
export async function fetchControlPlane(): Promise<ControlPlanePrograms> {
  const recipe = {
    ...{ name: "etcd", packages: ["etcd-server"], patched: [] },
    probe: async (root: { folder: string; versions: Record<string, string> }) => {
      await runProgram(programIn(root, "usr/bin/etcd"), ["--version"]);
    },
  };
  const cache = cacheFolder(process.env);
  const root = await packageRoot(recipe, { cache, progress: showProgress(process.stderr), refresh: false });
  const apiServer = await buildProgram({
    ...{ name: "kube-apiserver", version: VERSION, module: "k8s.io/kubernetes/cmd/kube-apiserver" },
    // Without it, the server has no version, and Helm refuses the chart.
    variables: { "k8s.io/component-base/version.gitVersion": `v${VERSION}` },
  });
  return { etcd: programIn(root, "usr/bin/etcd"), apiServer };
}
