import { Refusal } from "./http-reply.ts";
import { gauge } from "./metrics.ts";

/** What one request keeps in memory, as far as it was counted. */
export interface RequestMemory {
  /** Counts bytes that are kept until the request is answered, or refuses them and everything from then on. */
  count(bytes: number): void;
  /** The same; throws the refusal. */
  take(bytes: number): void;
  /** Counts what is there already; others are refused for it, not this request. */
  note(bytes: number): void;
  /** Why this request gets no more: too much for one request (400) or for all together (503); undefined while it does. */
  readonly refusal: Refusal | undefined;
  /** Resolves with it. */
  readonly refused: Promise<Refusal>;
  /** The request is answered or its caller gone. */
  release(): void;
}

/** One request may take so much of what all of them may. */
const SHARE = 0.75;

const taken = gauge({ name: "http_request_memory_bytes", help: "Memory counted for the requests being answered" });

const tooMuch = new Refusal({
  status: 400,
  code: "BAD_USER_INPUT",
  message: "this takes more memory than one request may; send less, or ask for less, at once",
});
const busy = new Refusal({
  status: 503,
  code: "RATE_LIMITED",
  message: "the requests being answered take all the memory there is for them; try again in a second",
  headers: { "retry-after": "1" },
});
const gone = new Refusal({ status: 503, code: "RATE_LIMITED", message: "nobody waits for the answer any more" });

/**
 * Counts what requests keep in memory: bodies as they come in, what was read for them, answers until they are sent. A
 * number of requests alone bounds nothing where one may be a thousand times larger than another.
 */
export function createRequestMemories(mostBytes: number): () => RequestMemory {
  let all = 0;

  return () => {
    let own = 0;
    let refusal: Refusal | undefined;
    const refused = Promise.withResolvers<Refusal>();
    const add = (bytes: number) => {
      own += bytes;
      all += bytes;
      taken.inc(bytes);
    };
    const count = (bytes: number) => {
      if (!refusal && own + bytes > mostBytes * SHARE) refusal = tooMuch;
      if (!refusal && all + bytes > mostBytes) refusal = busy;
      if (refusal) refused.resolve(refusal);
      else add(bytes);
    };
    return {
      count,
      take(bytes) {
        count(bytes);
        if (refusal) throw refusal;
      },
      note(bytes) {
        if (refusal !== gone) add(bytes);
      },
      refused: refused.promise,
      get refusal() {
        return refusal;
      },
      release() {
        add(-own);
        refusal = gone;
        refused.resolve(gone);
      },
    };
  };
}
