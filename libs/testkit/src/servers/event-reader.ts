/** One received server-sent event; `data` is parsed. */
export interface ReadEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A stream of events that is read on demand. */
export interface EventReader {
  readonly response: Response;
  /** The reconnection time that the stream has sent (`retry`), or undefined if it has sent none yet. */
  retryMs(): number | undefined;
  /** The number of comments received. */
  heartbeats(): number;
  /**
   * Returns the next event, or undefined when the stream has ended. Rejects when the stream breaks, or when no event
   * arrives within `withinMs`.
   */
  next(withinMs?: number): Promise<ReadEvent | undefined>;
  /** Reads events until `wanted` returns true for an event, and returns this event. */
  until(wanted: (event: ReadEvent) => boolean, withinMs?: number): Promise<ReadEvent>;
  /** Reads all events until the stream ends. */
  rest(withinMs?: number): Promise<readonly ReadEvent[]>;
  close(): void;
}

/**
 * Opens an event stream with `fetch` alone, as the code of a web page does. A response that is not an event stream has
 * no events, but tests can read it as `response`.
 */
export async function readEvents(
  url: string,
  { token, headers = {} }: { readonly token?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    signal: leaving.signal,
  });
  const isStream = response.headers.get("content-type") === "text/event-stream";
  const reader = isStream ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  const waiting: ReadEvent[] = [];
  let reading: ReturnType<NonNullable<typeof reader>["read"]> | undefined;
  let text = "";
  let heartbeats = 0;
  let retryMs: number | undefined;

  function take(block: string): void {
    const members = new Map<string, string>();
    for (const line of block.split("\n")) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (name === "") heartbeats += 1;
      else members.set(name, value);
    }
    const retry = members.get("retry");
    if (retry !== undefined) retryMs = Number(retry);
    const data = members.get("data");
    if (data !== undefined)
      waiting.push({ event: members.get("event") ?? "message", id: members.get("id"), data: JSON.parse(data) });
  }

  async function next(withinMs = 60_000): Promise<ReadEvent | undefined> {
    const end = performance.now() + withinMs;
    for (;;) {
      const event = waiting.shift();
      if (event) return event;
      const late = Promise.withResolvers<never>();
      const left = end - performance.now();
      const timer = setTimeout(() => late.reject(new Error(`no event came within ${withinMs} ms`)), left);
      // If the previous call timed out, its read is still pending. Then this call uses the result of that read.
      reading ??= reader?.read();
      const part = await Promise.race([reading, late.promise]).finally(() => clearTimeout(timer));
      reading = undefined;
      if (!part || part.done) return undefined;
      text += part.value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) take(block);
    }
  }

  return {
    response,
    retryMs: () => retryMs,
    heartbeats: () => heartbeats,
    next,
    async until(wanted, withinMs = 60_000) {
      const end = performance.now() + withinMs;
      for (;;) {
        const event = await next(end - performance.now());
        if (!event) throw new Error("the stream ended before the wanted event");
        if (wanted(event)) return event;
      }
    },
    async rest(withinMs = 60_000) {
      const end = performance.now() + withinMs;
      const events: ReadEvent[] = [];
      for (;;) {
        const event = await next(end - performance.now());
        if (!event) return events;
        events.push(event);
      }
    },
    close: () => leaving.abort(),
  };
}
