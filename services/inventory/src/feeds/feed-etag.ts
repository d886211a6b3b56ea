import { createHash } from "node:crypto";
import type { FeedForm, FeedFormat } from "./render-feed.ts";

/**
 * Returns the strong ETag of a list in one format. `packed` is true for the body that is compressed with gzip, which
 * has an ETag of its own. Different bodies have different ETags.
 */
export function feedEtag(format: FeedFormat, { open, close }: FeedForm, hash: string, packed: boolean): string {
  const digest = createHash("sha256").update(JSON.stringify([format, open, close, hash]));
  return `"${digest.digest("base64url")}${packed ? "-gzip" : ""}"`;
}
