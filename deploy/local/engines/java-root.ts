import { lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { FetchPlace } from "../fetching/fetch-place.ts";
import { type PackageRoot, packageRoot, programIn } from "../fetching/package-root.ts";
import { runProgram } from "../processes/run-program.ts";

const HOME = `usr/lib/jvm/java-25-openjdk-${process.arch === "arm64" ? "arm64" : "amd64"}`;

/** Fetches a Java runtime for machines that have no recent Java. Returns the path of the program `java`. */
export async function fetchJava(place: FetchPlace): Promise<string> {
  const root = await packageRoot(
    {
      name: "java",
      packages: ["openjdk-25-jre-headless", "patchelf"],
      patched: [`${HOME}/bin/java`, `${HOME}/lib/jspawnhelper`],
      prepare: (fetched) => pointLinksInside(fetched, join(fetched.folder, HOME)),
      probe: async (fetched) => void (await runProgram(programIn(fetched, `${HOME}/bin/java`), ["-version"])),
    },
    place,
  );
  return programIn(root, `${HOME}/bin/java`);
}

/** Replaces links to the package's files in `/etc` with links to the same files below the package's root folder. */
function pointLinksInside(root: PackageRoot, folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (!lstatSync(path).isSymbolicLink()) continue;
    const aim = readlinkSync(path);
    if (!aim.startsWith("/etc/")) continue;
    rmSync(path);
    symlinkSync(join(root.folder, aim), path);
  }
}
