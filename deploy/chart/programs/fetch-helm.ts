import { join } from "node:path";
import { buildProgram } from "@network-access/local-stack/build-program";
import { userFetchPlace } from "@network-access/local-stack/fetch-place";

/**
 * Returns the path of the program `helm`. The first call builds the program from the Go modules that `helm/go.mod` and
 * `helm/go.sum` pin.
 */
export function fetchHelm(): Promise<string> {
  const program = { name: "helm", version: "4.3.1", module: "helm.sh/helm/v4/cmd/helm" };
  const how = { pins: join(import.meta.dirname, "helm"), flags: ["-mod=readonly", "-ldflags=-s -w"] };
  return buildProgram({ ...program, ...how }, userFetchPlace());
}
