import type { Reply } from "@network-access/service-runtime/http-reply";

/** One server-sent event; `data` travels as JSON. `id` is what a caller sends back as `Last-Event-ID`. */
export interface ServerSentEvent {
  readonly event: string;
  /** Without line breaks, as `event`. */
  readonly id?: string;
  readonly data: unknown;
}

/** "heartbeat": nothing to say, and still there. */
export type StreamedEvent = ServerSentEvent | "heartbeat";

/** A stream of events that nothing on the way may keep, change or hold back. Callers are told to wait `retryMs` before they connect again. */
export function eventStream(events: AsyncIterable<StreamedEvent>, { retryMs }: { readonly retryMs: number }): Reply {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      // Without it nginx gathers an answer before it passes it on.
      "x-accel-buffering": "no",
    },
    stream: inText(events, retryMs),
  };
}

async function* inText(events: AsyncIterable<StreamedEvent>, retryMs: number): AsyncGenerator<string, void> {
  yield `retry: ${Math.round(retryMs)}\n\n`;
  for await (const event of events) yield event === "heartbeat" ? ": still here\n\n" : eventText(event);
}

/** JSON holds no line break, so the data is always one line. */
function eventText({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
