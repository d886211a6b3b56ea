import { setTimeout as sleep } from "node:timers/promises";

const ASK_EVERY_MS = 5;

/**
 * Asks a process whether it lives, again and again, while the work is done: the longest answer says for how long nobody
 * was answered at all.
 */
export async function watchResponding<Value>(
  url: string,
  work: () => Promise<Value>,
): Promise<{ value: Value; longestMs: number }> {
  const ended = new AbortController();
  const asking = askAgainAndAgain(url, ended.signal);
  try {
    const value = await work();
    ended.abort();
    return { value, longestMs: await asking };
  } finally {
    ended.abort();
    await asking;
  }
}

async function askAgainAndAgain(url: string, ended: AbortSignal): Promise<number> {
  let longestMs = 0;
  while (!ended.aborted) {
    const askedAt = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    longestMs = Math.max(longestMs, performance.now() - askedAt);
    await sleep(ASK_EVERY_MS);
  }
  return longestMs;
}
