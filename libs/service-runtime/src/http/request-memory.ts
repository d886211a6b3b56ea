import { gauge } from "../telemetry/metrics.ts";
import type { RequestMemory } from "../telemetry/request-context.ts";
import { Refusal } from "./http-reply.ts";

/** The largest share of `maxBytes` that one request may take. */
const SHARE = 0.75;

const taken = gauge({ name: "http_request_memory_bytes", help: "Counted memory of requests in flight" });

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
const gone = new Refusal({ status: 503, code: "RATE_LIMITED", message: "the caller no longer waits for the answer" });

/** The counted memory of all requests of one server. */
interface SharedMemory {
  readonly maxBytes: number;
  bytes: number;
}

/**
 * Returns a function that creates the memory counter of one request. A counter counts the body as it arrives, data that
 * is read for the response, and the response until it is sent. The limit `maxBytes` applies to all requests together. A
 * limit on the number of requests would not be enough, because one request may need a thousand times the memory of
 * another.
 */
export function createRequestMemories(maxBytes: number): () => RequestMemory {
  const shared: SharedMemory = { maxBytes, bytes: 0 };
  return () => new CountedMemory(shared);
}

/**
 * The counted memory of one request. It is a class because creating an object literal with an accessor for each request
 * would be several times slower.
 */
class CountedMemory implements RequestMemory {
  readonly #shared: SharedMemory;
  readonly #refused = Promise.withResolvers<Refusal>();
  #own = 0;
  #refusal: Refusal | undefined;

  constructor(shared: SharedMemory) {
    this.#shared = shared;
  }

  count(bytes: number): void {
    const { maxBytes, bytes: all } = this.#shared;
    if (!this.#refusal && this.#own + bytes > maxBytes * SHARE) this.#refusal = tooMuch;
    if (!this.#refusal && all + bytes > maxBytes) this.#refusal = busy;
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

  get bytes(): number {
    return this.#own;
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
    this.#shared.bytes += bytes;
    taken.inc(bytes);
  }
}
