import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes an apt configuration that is independent of the system's configuration. It contains only the given `sources`,
 * and it treats no package as installed. All of its files are in `folder`. Returns the path of the main file, for the
 * variable `APT_CONFIG`.
 */
export function writeAptConfiguration(folder: string, sources: readonly string[]): string {
  for (const name of ["state/lists/partial", "cache/archives/partial"])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "status"), "");
  writeFileSync(join(folder, "sources.list"), `${sources.join("\n")}\n`);
  const settings = {
    "Dir::Etc::sourcelist": join(folder, "sources.list"),
    "Dir::Etc::sourceparts": "-",
    "Dir::State": join(folder, "state"),
    "Dir::State::status": join(folder, "status"),
    "Dir::Cache": join(folder, "cache"),
    "APT::Install-Recommends": "false",
    // By default, apt under root downloads as a different user, and that user may have no access to this folder. This
    // setting lets apt download as root. apt still verifies all files.
    ...(process.getuid?.() === 0 ? { "APT::Sandbox::User": "root" } : {}),
  };
  const file = join(folder, "apt.conf");
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} "${value}";\n`)
      .join(""),
  );
  return file;
}
