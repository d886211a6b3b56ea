/** One server-sent event. */
export interface StreamedEvent {
  readonly event?: string;
  readonly id?: string;
  readonly data?: string;
  readonly retry?: string;
}

/** A line arrives at least every 15 seconds. After this time without a line, the connection is dead. */
const SILENCE_MS = 45_000;

/** Gives the events of a stream. It ends with the stream, or when the connection is dead. */
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
