import { connect, createServer } from "node:net";

/** How often a balancer polls the readiness of its processes, in milliseconds. */
const POLL_MS = 250;
const PROBE_DEADLINE_MS = 1_000;

/** Distributes connections to the ready processes of a service, like the virtual address of a service in a cluster. */
export interface Balancer {
  /** Adds a process on a local port. It gets connections after the balancer has noticed that it is ready. */
  add(port: number): void;
  /** Resolves when the balancer has learned that the process is ready. */
  knows(port: number): Promise<void>;
  /** Removes a process that has ended. Like all changes, this takes effect after `lateMs` milliseconds. */
  remove(port: number): void;
  stop(): Promise<void>;
}

interface Target {
  readonly port: number;
  isReady: boolean;
  readonly known: PromiseWithResolvers<void>;
}

/**
 * Starts a balancer on a local port. It notices with a delay of `lateMs` milliseconds when a process becomes ready or
 * stops being ready. Established connections stay with their process.
 */
export async function startBalancer(port: number, lateMs: number): Promise<Balancer> {
  const targets = new Map<number, Target>();
  let turn = 0;

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const ready = [...targets.values()].filter(({ isReady }) => isReady);
    turn += 1;
    const target = ready[turn % Math.max(ready.length, 1)];
    near.on("error", () => undefined);
    if (!target) return void near.destroy();
    const far = connect({ port: target.port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    near.setNoDelay(true);
    far.on("error", () => undefined);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    near.pipe(far).pipe(near);
  });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(port, "127.0.0.1", listening.resolve);
  await listening.promise;

  async function poll(): Promise<void> {
    for (const target of targets.values()) {
      const isReady = await probe(target.port);
      setTimeout(() => {
        target.isReady = isReady;
        if (isReady) target.known.resolve();
      }, lateMs).unref();
    }
  }
  const polling = setInterval(() => void poll(), POLL_MS);

  return {
    add: (of) => void targets.set(of, { port: of, isReady: false, known: Promise.withResolvers<void>() }),
    knows: async (of) => targets.get(of)?.known.promise,
    remove: (of) => void setTimeout(() => targets.delete(of), lateMs).unref(),
    async stop() {
      clearInterval(polling);
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.unref();
    },
  };
}

async function probe(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
      headers: { connection: "close" },
      signal: AbortSignal.timeout(PROBE_DEADLINE_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
