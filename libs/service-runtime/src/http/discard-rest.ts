import type { IncomingMessage } from "node:http";

const MAX_BYTES = 64 * 1_024 * 1_024;
const MAX_MS = 5_000;

/**
 * Reads and discards the rest of a body: at most 64 MiB, for at most 5 s. A client that has not finished sending can
 * then read the response, instead of finding a broken connection. Reads nothing if `content-length` exceeds 64 MiB.
 * Returns true if the body has ended and the connection can serve another request.
 */
export async function discardRest(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || Number(incoming.headers["content-length"] ?? 0) > MAX_BYTES) return incoming.complete;
  const done = Promise.withResolvers<void>();
  const events = ["end", "error", "close"] as const;
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) done.resolve();
  };
  const timer = setTimeout(done.resolve, MAX_MS);
  for (const event of events) incoming.once(event, done.resolve);
  incoming.on("data", count);
  incoming.resume();
  try {
    await done.promise;
  } finally {
    clearTimeout(timer);
    incoming.off("data", count);
    for (const event of events) incoming.off(event, done.resolve);
  }
  return incoming.complete;
}
