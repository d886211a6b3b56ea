import type { Reply } from "@network-access/service-runtime/http-reply";

/** One server-sent event. `data` is sent as JSON. When a client reconnects, it sends `id` back as `Last-Event-ID`. */
export interface ServerSentEvent {
  readonly event: string;
  /** The id of the event. Neither `id` nor `event` may contain line breaks. */
  readonly id?: string;
  readonly data: unknown;
}

/** "heartbeat" is sent as a comment, which shows that the connection is alive. */
export type StreamedEvent = ServerSentEvent | "heartbeat";

/**
 * Creates a response that streams events. Its headers forbid intermediaries to cache, transform or buffer it. A client
 * that loses the connection reconnects after `retryMs`.
 */
export function eventStream(events: AsyncIterable<StreamedEvent>, { retryMs }: { readonly retryMs: number }): Reply {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      // Without this header nginx buffers the response.
      "x-accel-buffering": "no",
    },
    stream: serialized(events, retryMs),
  };
}

async function* serialized(events: AsyncIterable<StreamedEvent>, retryMs: number): AsyncGenerator<string, void> {
  yield `retry: ${Math.round(retryMs)}\n\n`;
  for await (const event of events) yield event === "heartbeat" ? ": still here\n\n" : eventText(event);
}

/** The JSON text of the data contains no line break, so it fits into one `data` line. */
function eventText({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
