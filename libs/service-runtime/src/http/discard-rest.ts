import type { IncomingMessage } from "node:http";

const mostBytes = 64 * 1_024 * 1_024;
const mostMs = 5_000;

/**
 * Lets the rest of a body pass by unread, within bounds, so that a client that is still sending gets the answer
 * instead of a broken connection. True: the body has ended, and the connection can serve the next request.
 */
export async function discardRest(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || Number(incoming.headers["content-length"] ?? 0) > mostBytes) return incoming.complete;
  const done = Promise.withResolvers<void>();
  const events = ["end", "error", "close"] as const;
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) done.resolve();
  };
  const timer = setTimeout(done.resolve, mostMs);
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
