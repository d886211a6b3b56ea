import { setTimeout as sleep } from "node:timers/promises";

const ASK_EVERY_MS = 5;

/**
 * Polls the health of a process while `work` runs. Returns the longest time of a response, which shows how long the
 * process did not respond.
 */
export async function watchResponding<Value>(
  url: string,
  work: () => Promise<Value>,
): Promise<{ value: Value; longestMs: number }> {
  const ended = new AbortController();
  const asking = pollHealth(url, ended.signal);
  try {
    const value = await work();
    ended.abort();
    return { value, longestMs: await asking };
  } finally {
    ended.abort();
    await asking;
  }
}

async function pollHealth(url: string, ended: AbortSignal): Promise<number> {
  let longestMs = 0;
  while (!ended.aborted) {
    const askedAt = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    longestMs = Math.max(longestMs, performance.now() - askedAt);
    await sleep(ASK_EVERY_MS);
  }
  return longestMs;
}
