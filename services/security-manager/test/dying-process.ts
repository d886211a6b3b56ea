/** Thrown by every call of a process that has died. */
export class Died extends Error {}

/**
 * Simulates a process that dies at one of its calls. `dying` wraps the functions that the process calls. The process
 * dies at call number `place`, counted from 1: after the call if `after` is true, otherwise before it. All later calls
 * fail. `calls` returns the number of calls so far.
 */
export function dyingProcess(place: number, after: boolean) {
  let calls = 0;
  let isDead = false;

  function dying<Ports extends object>(ports: Ports): Ports {
    const wrapped = Object.entries(ports).map(([name, port]) => {
      if (typeof port === "function") return [name, (...given: unknown[]) => call(() => port(...given))];
      return [name, typeof port === "object" && port !== null ? dying(port) : port];
    });
    return Object.fromEntries(wrapped);
  }

  function call(work: () => unknown): unknown {
    if (isDead) throw new Died();
    calls += 1;
    if (calls !== place) return work();
    isDead = true;
    if (!after) throw new Died();
    return Promise.resolve(work()).then(() => {
      throw new Died();
    });
  }
  return { dying, calls: () => calls };
}
