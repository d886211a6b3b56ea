/** One server-sent event. */
export interface StreamedEvent {
  readonly event?: string;
  readonly id?: string;
  readonly data?: string;
  readonly retry?: string;
}

/**
 * A connection counts as dead if no line arrives for this many milliseconds. The service sends a line at least every 15
 * seconds.
 */
const SILENCE_MS = 45_000;

/** Yields the events of a stream. Ends when the stream ends, or when no data has arrived for `SILENCE_MS`. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const silence = setTimeout(() => reader.cancel(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) yield Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/)));
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
