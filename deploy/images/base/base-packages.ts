import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The Debian packages in the base layer of an image: what Node needs, and the files that name the distribution. */
export const PACKAGE_NAMES = ["base-files", "gcc-14-base", "libc6", "libgcc-s1", "libstdc++6"];
/** The stable suite that the packages come from. */
export const SUITE = "trixie";
/** The name of this suite in package URLs. */
export const DISTRIBUTION = "debian-13";

const schema = z.object({
  suite: z.string(),
  architecture: z.string(),
  packages: z.array(z.object({ name: z.string(), version: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type BasePackages = z.output<typeof schema>;

/** The file that pins the packages. `npm run image -- --pin-packages` writes it. */
export const PINS_FILE = join(import.meta.dirname, "base-packages.json");

/** Reads the pinned packages. */
export function readBasePackages(): BasePackages {
  return schema.parse(JSON.parse(readFileSync(PINS_FILE, "utf8")));
}
