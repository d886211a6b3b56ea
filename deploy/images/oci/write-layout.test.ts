import { createHash } from "node:crypto";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { runProgram } from "@network-access/local-stack/run-program";
import { workspace } from "@network-access/local-stack/workspace";
import { type Layer, writeLayer } from "./write-layer.ts";
import { RUN, writeLayout } from "./write-layout.ts";

const folder = mkdtempSync(join(tmpdir(), "network-access-oci-"));
const time = new Date("2026-01-31T12:00:00Z");
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Writes an image. The contents of the files are always the same. `order` decides the order in which the files are
 * written, and their times.
 */
async function writeImage(
  name: string,
  order: readonly string[],
): Promise<{ layout: string; layer: Layer; digest: string }> {
  const app = join(folder, name, "app");
  mkdirSync(join(app, "deep"), { recursive: true });
  for (const each of [app, join(app, "deep")]) chmodSync(each, 0o755);
  for (const file of order) {
    writeFileSync(join(app, file), `content of ${file}`);
    utimesSync(join(app, file), order.indexOf(file), order.indexOf(file));
    chmodSync(join(app, file), 0o644);
  }
  symlinkSync("b.js", join(app, "link"));
  linkSync(join(app, "b.js"), join(folder, `${name}.other`));
  const layout = join(folder, name, "oci");
  const layer = await writeLayer(layout, { folder: join(folder, name), entries: ["app"], title: "the files", time });
  return {
    layout,
    layer,
    digest: writeLayout(layout, { process: "gateway", version: "1.2.3", layers: [layer], time }),
  };
}

let one: Awaited<ReturnType<typeof writeImage>>;
let two: typeof one;
beforeAll(async () => {
  one = await writeImage("one", ["b.js", "a.js", "deep/c.js"]);
  two = await writeImage("two", ["deep/c.js", "a.js", "b.js"]);
});

const blob = (layout: string, digest: string) =>
  readFileSync(join(layout, "blobs/sha256", digest.replace("sha256:", "")));
const sha256 = (bytes: Buffer) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

test("equal files make the same digest, whatever their times and the order in which they were written", () => {
  expect(two.digest).toBe(one.digest);
  expect(readFileSync(join(two.layout, "index.json"))).toEqual(readFileSync(join(one.layout, "index.json")));
});

test("another file makes another digest", async () => {
  const other = await writeImage("other", ["b.js", "a.js", "deep/d.js"]);
  expect(other.digest).not.toBe(one.digest);
});

test("every descriptor from the index to the layers has the digest and the size of its bytes", () => {
  const { manifests } = JSON.parse(readFileSync(join(one.layout, "index.json"), "utf8"));
  expect(manifests).toMatchObject([
    { digest: one.digest, annotations: { "org.opencontainers.image.ref.name": "1.2.3" } },
  ]);
  const manifest = JSON.parse(blob(one.layout, one.digest).toString());
  for (const { digest, size } of [...manifests, manifest.config, ...manifest.layers]) {
    const bytes = blob(one.layout, digest);
    expect([sha256(bytes), bytes.length]).toEqual([digest, size]);
  }
  const config = JSON.parse(blob(one.layout, manifest.config.digest).toString());
  expect(config.rootfs.diff_ids).toEqual([sha256(gunzipSync(blob(one.layout, manifest.layers[0].digest)))]);
  expect(config).toMatchObject({ created: time.toISOString(), os: "linux", config: { User: "65532:65532" } });
});

test("root owns every file of a layer, and all have the given time", async () => {
  const archive = join(one.layout, "blobs/sha256", one.layer.digest.replace("sha256:", ""));
  const listed = await runProgram("tar", ["-tvzf", archive, "--numeric-owner", "--utc"]);
  expect(
    listed
      .trim()
      .split("\n")
      .map((line) => line.replace(/ +/g, " ")),
  ).toEqual([
    "drwxr-xr-x 0/0 0 2026-01-31 12:00 app/",
    "-rw-r--r-- 0/0 15 2026-01-31 12:00 app/a.js",
    "-rw-r--r-- 0/0 15 2026-01-31 12:00 app/b.js",
    "drwxr-xr-x 0/0 0 2026-01-31 12:00 app/deep/",
    "-rw-r--r-- 0/0 20 2026-01-31 12:00 app/deep/c.js",
    "lrwxrwxrwx 0/0 0 2026-01-31 12:00 app/link -> b.js",
  ]);
});

test("a folder that can't be archived is an error that names what is missing", async () => {
  const layout = join(folder, "broken");
  await expect(writeLayer(layout, { folder, entries: ["nothing"], title: "", time })).rejects.toThrow("nothing");
});

test("the Dockerfile runs the process as the image does", () => {
  const lines = readFileSync(join(workspace.root, "deploy/Dockerfile"), "utf8").split("\n");
  const last = lines.slice(lines.indexOf("FROM scratch"));
  const said = (word: string) =>
    last.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  expect(said("ENV")).toEqual(RUN.Env);
  expect(said("USER")).toEqual([RUN.User]);
  expect(said("WORKDIR")).toEqual([RUN.WorkingDir]);
  expect(said("ENTRYPOINT").map((text) => JSON.parse(text))).toEqual([RUN.Entrypoint]);
  expect(lines).toContain('RUN npm run image -- "$PROCESS" /image --oci');
});
