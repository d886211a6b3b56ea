/** The lines of one server-sent event, by their names. */
export interface StreamedEvent {
  readonly event?: string;
  readonly id?: string;
  readonly data?: string;
  readonly retry?: string;
}

/** Something comes every 15 seconds at least; after so long without anything the connection is dead. */
const SILENCE_MS = 45_000;

/** Each event of a stream as it comes. Ends with the stream, and when nothing comes any more. */
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
