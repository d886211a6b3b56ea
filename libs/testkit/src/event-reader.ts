/** One server-sent event as it arrived; `data` is parsed. */
export interface ReadEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A stream of events that is read when a test asks. */
export interface EventReader {
  readonly response: Response;
  /** What the stream said about coming again; known once something arrived. */
  retryMs(): number | undefined;
  /** Comments that arrived so far. */
  heartbeats(): number;
  /** The next event; undefined when the stream has ended. Rejects when it breaks off, or nothing comes in time. */
  next(withinMs?: number): Promise<ReadEvent | undefined>;
  /** Reads on until `wanted`, and gives that one back. */
  until(wanted: (event: ReadEvent) => boolean, withinMs?: number): Promise<ReadEvent>;
  /** All that comes until the stream ends. */
  rest(withinMs?: number): Promise<readonly ReadEvent[]>;
  close(): void;
}

/** Asks for events as a page would, with nothing but `fetch`. Answers that are no stream are there as `response`. */
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

  async function next(withinMs = 15_000): Promise<ReadEvent | undefined> {
    const end = performance.now() + withinMs;
    for (;;) {
      const event = waiting.shift();
      if (event) return event;
      const late = Promise.withResolvers<never>();
      const left = end - performance.now();
      const timer = setTimeout(() => late.reject(new Error(`no event came within ${withinMs} ms`)), left);
      // One that came too late is there for the next call.
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
    async until(wanted, withinMs = 15_000) {
      const end = performance.now() + withinMs;
      for (;;) {
        const event = await next(end - performance.now());
        if (!event) throw new Error("the stream ended before what was waited for");
        if (wanted(event)) return event;
      }
    },
    async rest(withinMs = 15_000) {
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
