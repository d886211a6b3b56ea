import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a configuration of apt that is independent of the system's configuration. It has only these sources, and its
 * list of installed packages is empty. All of its files are in `folder`. Returns the value of `APT_CONFIG`.
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
    // If this process is root, apt would by default download as another user, who possibly can't access this folder. So
    // apt downloads as root. It still verifies all files.
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
