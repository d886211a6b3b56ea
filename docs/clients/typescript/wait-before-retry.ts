import { setTimeout as sleep } from "node:timers/promises";

const LONGEST_PAUSE_MS = 60_000;

/**
 * Waits before a request to a busy service is repeated. Waits as long as `Retry-After` says. Without this header, waits
 * 1, 2, 4 ... seconds. Never waits longer than a minute.
 */
export async function waitBeforeRetry(headers: Headers, attempt: number): Promise<void> {
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  const pauseMs = Math.min(
    Number.isFinite(retryAfter) ? retryAfter * 1_000 : 1_000 * 2 ** (attempt - 1),
    LONGEST_PAUSE_MS,
  );
  console.error(`The service is busy; trying again in ${pauseMs / 1_000} s.`);
  await sleep(pauseMs);
}
