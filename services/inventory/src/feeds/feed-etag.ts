import { createHash } from "node:crypto";
import type { FeedForm, FeedFormat } from "./render-feed.ts";

/**
 * Returns the strong ETag of a list in one form, plain or compressed with gzip. Different bodies have different ETags.
 */
export function feedEtag(format: FeedFormat, { open, close }: FeedForm, hash: string, packed: boolean): string {
  const digest = createHash("sha256").update(JSON.stringify([format, open, close, hash]));
  return `"${digest.digest("base64url")}${packed ? "-gzip" : ""}"`;
}
