import { setTimeout as sleep } from "node:timers/promises";

const LONGEST_PAUSE_MS = 60_000;

/**
 * Waits because the service is busy, and says so: as long as its `Retry-After` asks for, else 1, 2, 4 ... seconds, and
 * a minute at most.
 */
export async function waitAsAsked(headers: Headers, tries: number): Promise<void> {
  const asked = Number(headers.get("retry-after") ?? Number.NaN);
  const pauseMs = Math.min(Number.isFinite(asked) ? asked * 1_000 : 1_000 * 2 ** (tries - 1), LONGEST_PAUSE_MS);
  console.error(`The service is busy; trying again in ${pauseMs / 1_000} s.`);
  await sleep(pauseMs);
}
