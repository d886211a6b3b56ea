import { gauge } from "../telemetry/metrics.ts";
import type { RequestMemory } from "../telemetry/request-context.ts";
import { Refusal } from "./http-reply.ts";

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

/** What all requests of one server keep. */
interface Together {
  readonly mostBytes: number;
  bytes: number;
}

/**
 * Counts what requests keep in memory: bodies as they come in, what was read for them, answers until they are sent. A
 * number of requests alone bounds nothing where one may be a thousand times larger than another.
 */
export function createRequestMemories(mostBytes: number): () => RequestMemory {
  const together: Together = { mostBytes, bytes: 0 };
  return () => new CountedMemory(together);
}

/** A class, because one is made for each request, and a literal with an accessor takes several times as long. */
class CountedMemory implements RequestMemory {
  readonly #together: Together;
  readonly #refused = Promise.withResolvers<Refusal>();
  #own = 0;
  #refusal: Refusal | undefined;

  constructor(together: Together) {
    this.#together = together;
  }

  count(bytes: number): void {
    const { mostBytes, bytes: all } = this.#together;
    if (!this.#refusal && this.#own + bytes > mostBytes * SHARE) this.#refusal = tooMuch;
    if (!this.#refusal && all + bytes > mostBytes) this.#refusal = busy;
    if (this.#refusal) this.#refused.resolve(this.#refusal);
    else this.#add(bytes);
  }

  take(bytes: number): void {
    this.count(bytes);
    if (this.#refusal) throw this.#refusal;
  }

  note(bytes: number): void {
    if (this.#refusal !== gone) this.#add(bytes);
  }

  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  get refused(): Promise<Refusal> {
    return this.#refused.promise;
  }

  release(): void {
    this.#add(-this.#own);
    this.#refusal = gone;
    this.#refused.resolve(gone);
  }

  #add(bytes: number): void {
    this.#own += bytes;
    this.#together.bytes += bytes;
    taken.inc(bytes);
  }
}
