import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { cacheFolder } from "@network-access/local-stack/cache-folder";
import { fetchOnce } from "@network-access/local-stack/fetch-once";
import type { BasePackages } from "./base-packages.ts";
import { stableApt } from "./stable-apt.ts";

/**
 * Returns the files of the pinned packages, in the order of `packages`. The first call downloads the files into the
 * user's cache folder. Throws if the SHA-256 of a file differs from the pinned one.
 */
export async function fetchBasePackages(
  { suite, architecture, packages }: BasePackages,
  log: (line: string) => void,
): Promise<readonly string[]> {
  const pins = packages.map(({ name, version, sha256 }) => `${name}=${version} ${sha256}`).join("\n");
  const id = createHash("sha256").update(`${suite} ${architecture}\n${pins}`).digest("hex").slice(0, 12);
  const folder = join(cacheFolder(process.env), `base-packages-${id}`);
  await fetchOnce(folder, log, async (staging) => {
    const work = join(staging, "apt");
    const apt = await stableApt(suite, work);
    const downloaded = join(work, "downloaded");
    mkdirSync(downloaded);
    for (const { name, version } of packages)
      await apt(["download", "-q", `${name}:${architecture}=${version}`], downloaded).catch((cause: unknown) => {
        throw new Error(
          `the archive has no ${name} ${version} for ${architecture} in ${suite}; run \`npm run image -- --pin-packages\` and commit the newer versions`,
          { cause },
        );
      });
    for (const file of globSync(join(downloaded, "*.deb"))) renameSync(file, join(staging, basename(file)));
    rmSync(work, { recursive: true });
  });
  return packages.map(({ name, version, sha256 }) => {
    const [file, ...others] = globSync(join(folder, `${name}_*.deb`));
    if (file === undefined || others.length > 0) throw new Error(`${folder} does not have one file of ${name}`);
    const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
    if (hash !== sha256)
      throw new Error(
        `${name} ${version} has the SHA-256 ${hash}, but ${sha256} is pinned; delete "${folder}" and try again`,
      );
    return file;
  });
}
