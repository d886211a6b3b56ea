import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** A blob of an OCI layout. */
export interface Blob {
  /** "sha256:" and the hash of its bytes. */
  readonly digest: string;
  readonly size: number;
}

/** A layer of an image. */
export interface Layer extends Blob {
  /** "sha256:" and the hash of the archive before its compression. */
  readonly diffId: string;
  /** What the layer contains, for the history of the image. */
  readonly title: string;
}

/**
 * Writes entries of a folder as a layer: a compressed archive in which root owns everything, and everything has the same
 * time. Equal folders make equal layers.
 */
export async function writeLayer(
  layout: string,
  {
    folder,
    entries = readdirSync(folder).sort(),
    title,
    time,
  }: {
    readonly folder: string;
    /** The default is everything in the folder. */
    readonly entries?: readonly string[];
    readonly title: string;
    readonly time: Date;
  },
): Promise<Layer> {
  const blobs = join(layout, "blobs/sha256");
  mkdirSync(blobs, { recursive: true });
  const unfinished = join(blobs, `unfinished-${process.pid}`);
  const tar = spawn("tar", [...archiving(time), "-C", folder, "-cf", "-", "--", ...entries], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LC_ALL: "C" },
  });
  const complaints: Buffer[] = [];
  tar.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    tar.once("error", reject);
    tar.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`tar ended with ${code}: ${Buffer.concat(complaints)}`)),
    );
  });
  const plain = createHash("sha256");
  const compressed = createHash("sha256");
  await Promise.all([
    ended,
    pipeline(tar.stdout, passing(plain), createGzip(), passing(compressed), createWriteStream(unfinished)),
  ]);
  const hash = compressed.digest("hex");
  const { size } = statSync(unfinished);
  renameSync(unfinished, join(blobs, hash));
  return { digest: `sha256:${hash}`, size, diffId: `sha256:${plain.digest("hex")}`, title };
}

/** Options of GNU tar that leave out everything that differs between two runs. */
const archiving = (time: Date) => [
  ...["--format=posix", "--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime"],
  ...["--sort=name", `--mtime=@${time.getTime() / 1_000}`, "--owner=0", "--group=0", "--numeric-owner"],
  "--hard-dereference",
];

function passing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
