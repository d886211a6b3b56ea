import { userFetchPlace } from "@network-access/local-stack/fetch-place";
import { type PackageRoot, packageRoot, underLoader } from "@network-access/local-stack/package-root";
import { runProgram } from "@network-access/local-stack/run-program";

/** Fetches Prometheus and promtool, unless they are cached. */
export async function fetchPrometheus(): Promise<PackageRoot> {
  const packages = ["prometheus", "promtool"];
  const probe = async (root: PackageRoot) => {
    for (const program of packages) await runPrometheusProgram(root, program, ["--version"]);
  };
  return packageRoot({ name: "prometheus", packages, patched: [], probe }, userFetchPlace());
}

/**
 * Runs Prometheus or promtool and returns its output. If the program fails, throws an error with the last lines of its
 * output.
 */
export function runPrometheusProgram(
  root: PackageRoot,
  program: string,
  args: readonly string[],
  folder?: string,
): Promise<string> {
  const { command, args: all } = underLoader(root, `usr/bin/${program}`, args);
  return runProgram(command, all, folder === undefined ? {} : { folder });
}
