import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { DeadlineExceeded, withDeadline } from "../process/deadline.ts";

/**
 * How a stream ended. "done" means that the caller read all of it. "stalled" means that the caller read nothing for too
 * long, while the connection is still open. "left" means that the caller disconnected.
 */
export type StreamEnd = "done" | "stalled" | "left";

/**
 * Sends parts as they arrive. While the response's write buffer is full, waits for the caller to read. Throws any error
 * that `parts` throws.
 */
export async function sendStream(
  response: ServerResponse,
  parts: AsyncIterable<string>,
  { stalledMs, over }: { readonly stalledMs: number; readonly over: AbortSignal },
): Promise<StreamEnd> {
  async function within(event: "drain" | "finish"): Promise<StreamEnd> {
    try {
      await withDeadline("the reader", stalledMs, (signal) => once(response, event, { signal }), over);
      return "done";
    } catch (error) {
      return error instanceof DeadlineExceeded ? "stalled" : "left";
    }
  }

  response.flushHeaders();
  for await (const part of parts) {
    if (over.aborted || response.destroyed) return "left";
    if (response.write(part)) continue;
    const end = await within("drain");
    if (end !== "done") return end;
  }
  if (over.aborted) return "left";
  const finished = within("finish");
  response.end();
  return finished;
}
