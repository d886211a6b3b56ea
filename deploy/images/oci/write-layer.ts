import { createHash } from "node:crypto";
import { createWriteStream, lstatSync, mkdirSync, readdirSync, readlinkSync, renameSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Header, type Pack, pack } from "tar-stream";

/** A blob of an OCI layout. */
export interface Blob {
  /** "sha256:" and the hash of its bytes. */
  readonly digest: string;
  readonly size: number;
}

/** A layer of an image. */
export interface Layer extends Blob {
  /** "sha256:", followed by the hash of the uncompressed archive. */
  readonly diffId: string;
  /** What the layer contains, for the history of the image. */
  readonly title: string;
}

/**
 * Writes an image layer: a compressed archive of the given `entries` of `folder`. In the archive, each file and folder
 * is owned by root and has the modification time `time`. The same names, contents, modes and `time` always give the
 * same layer.
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
  const plain = createHash("sha256");
  const compressed = createHash("sha256");
  const archive = pack();
  await Promise.all([
    pipeline(archive, passing(plain), createGzip(), passing(compressed), createWriteStream(unfinished)),
    addAll(archive, folder, entries, time).then(
      () => archive.finalize(),
      (error: Error) => archive.destroy(error),
    ),
  ]);
  const hash = compressed.digest("hex");
  const { size } = statSync(unfinished);
  renameSync(unfinished, join(blobs, hash));
  return { digest: `sha256:${hash}`, size, diffId: `sha256:${plain.digest("hex")}`, title };
}

async function addAll(archive: Pack, folder: string, names: readonly string[], time: Date): Promise<void> {
  for (const name of names) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    const header = { name, mode: stat.mode & 0o7777, mtime: time, uid: 0, gid: 0 };
    if (stat.isSymbolicLink()) await add(archive, { ...header, type: "symlink", linkname: readlinkSync(path) });
    else if (stat.isFile()) await add(archive, { ...header, type: "file" }, await readFile(path));
    else {
      await add(archive, { ...header, name: `${name}/`, type: "directory" });
      const inside = readdirSync(path).map((child) => `${name}/${child}`);
      await addAll(archive, folder, inside.sort(), time);
    }
  }
}

function add(archive: Pack, header: Partial<Header> & { readonly name: string }, bytes?: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve());
    if (bytes) archive.entry(header, bytes, done);
    else archive.entry(header, done);
  });
}

function passing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
