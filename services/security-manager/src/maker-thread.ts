import { Worker } from "node:worker_threads";
import { pause } from "@network-access/service-runtime/deadline";
import type { Maker } from "./app-making.ts";
import type { FromMaker, MakerConfig, ToMaker } from "./maker-protocol.ts";

/**
 * The thread is terminated if it has not stopped this many milliseconds after it was asked to stop. The thread can't
 * receive the request to stop while it computes the rows of a large device.
 */
const STOPPING_MS = 3_000;

const threadFile = new URL(import.meta.url.endsWith(".ts") ? "./main-maker.ts" : "./main-maker.js", import.meta.url);

/**
 * Creates a maker that makes revisions in a separate thread. Computing the rows of a large device takes many seconds of
 * processor time. In the main thread, this work would delay all responses.
 *
 * The first call of `make` starts the thread. If the thread ends early, for example because it ran out of memory, the
 * next call starts a new thread. If the thread has not stopped three seconds after `stopping` was aborted, it is
 * terminated. Another process later continues the unfinished work. `end` terminates the thread.
 */
export function createMakerThread(
  { mongo, openSearch, logLevel }: MakerConfig,
  onSearchable: (seconds: number) => void,
): {
  readonly make: Maker;
  readonly end: () => Promise<void>;
} {
  let thread: Worker | undefined;
  let call: PromiseWithResolvers<void> | undefined;

  function drop(dropped: Worker, error: unknown): void {
    if (thread !== dropped) return;
    thread = undefined;
    call?.reject(error);
    void dropped.terminate();
  }

  function begin(): Worker {
    const begun = new Worker(threadFile, { workerData: { mongo, openSearch, logLevel } satisfies MakerConfig });
    begun.on("message", (message: FromMaker) => {
      if (message.kind === "searchable") onSearchable(message.seconds);
      else if (message.kind === "done") call?.resolve();
      else call?.reject(new Error(`revisions could not be made: ${message.message}`));
    });
    begun.on("error", (error) => drop(begun, error));
    begun.on("exit", () => drop(begun, new Error("the thread that makes revisions ended")));
    return begun;
  }

  return {
    async make(stopping) {
      stopping.throwIfAborted();
      thread ??= begin();
      const running = thread;
      const send = (message: ToMaker) => running.postMessage(message);
      const late = new AbortController();
      const stop = () => {
        send({ kind: "stop" });
        void pause(STOPPING_MS, late.signal).then(() => {
          if (!late.signal.aborted) drop(running, stopping.reason);
        });
      };
      call = Promise.withResolvers();
      stopping.addEventListener("abort", stop, { once: true });
      try {
        send({ kind: "make" });
        await call.promise;
      } finally {
        late.abort();
        stopping.removeEventListener("abort", stop);
        call = undefined;
      }
    },
    async end() {
      const ended = thread;
      if (!ended) return;
      drop(ended, new Error("the thread that makes revisions ended"));
      await ended.terminate();
    },
  };
}
