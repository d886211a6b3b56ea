/**
 * Milliseconds from `at` on that a `Retry-After` header asks to wait, in seconds or as a date; none for a date gone by.
 * Undefined when it says neither, infinite when it says more seconds than a number holds.
 */
export function retryAfterMs(header: string, at: Date): number | undefined {
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - at.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
