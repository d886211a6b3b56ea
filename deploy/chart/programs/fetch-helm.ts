import { buildProgram } from "./build-program.ts";

/** Returns the path of Helm. At its first use, it is built from the modules that `helm/go.mod` and `go.sum` pin. */
export function fetchHelm(): Promise<string> {
  return buildProgram({ name: "helm", version: "4.3.1", module: "helm.sh/helm/v4/cmd/helm" });
}
