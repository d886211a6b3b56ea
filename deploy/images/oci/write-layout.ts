import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IMAGE_USER } from "../image-user.ts";
import type { Blob, Layer } from "./write-layer.ts";

/** How a container runs the process of an image. `deploy/Dockerfile` must contain the same settings. */
export const RUN = {
  User: `${IMAGE_USER.uid}:${IMAGE_USER.gid}`,
  Env: ["PATH=/usr/local/bin:/usr/bin", "NODE_ENV=production"],
  Entrypoint: ["/usr/local/bin/node", "/app/main.js"],
  WorkingDir: "/app",
} as const;

const TYPES = {
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  index: "application/vnd.oci.image.index.v1+json",
} as const;

/**
 * Writes the files of an image's OCI layout other than its layers, which the folder `layout` already contains. Tags the
 * image with `version`. Returns the digest of the image's manifest.
 */
export function writeLayout(
  layout: string,
  {
    process,
    version,
    layers,
    time,
  }: { readonly process: string; readonly version: string; readonly layers: readonly Layer[]; readonly time: Date },
): string {
  const created = time.toISOString();
  const labels = {
    "org.opencontainers.image.title": process,
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.licenses": "Apache-2.0",
  };
  const platform = { architecture: "amd64", os: "linux" };
  const config = writeBlob({
    created,
    ...platform,
    config: { ...RUN, Labels: labels },
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ title }) => ({ created, created_by: "npm run image", comment: title })),
  });
  const manifest = writeBlob({
    schemaVersion: 2,
    mediaType: TYPES.manifest,
    config: { mediaType: TYPES.config, ...config },
    layers: layers.map(({ digest, size }) => ({ mediaType: TYPES.layer, digest, size })),
    annotations: labels,
  });
  const tag = { "org.opencontainers.image.ref.name": version };
  const manifests = [{ mediaType: TYPES.manifest, ...manifest, platform, annotations: tag }];
  writeJson("index.json", { schemaVersion: 2, mediaType: TYPES.index, manifests });
  writeJson("oci-layout", { imageLayoutVersion: "1.0.0" });
  return manifest.digest;

  function writeBlob(value: object): Blob {
    const bytes = Buffer.from(JSON.stringify(value));
    const hash = createHash("sha256").update(bytes).digest("hex");
    mkdirSync(join(layout, "blobs/sha256"), { recursive: true });
    writeFileSync(join(layout, "blobs/sha256", hash), bytes);
    return { digest: `sha256:${hash}`, size: bytes.length };
  }

  function writeJson(name: string, value: object): void {
    writeFileSync(join(layout, name), `${JSON.stringify(value)}\n`);
  }
}
