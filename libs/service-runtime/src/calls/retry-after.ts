/**
 * Returns how many milliseconds to wait according to a `Retry-After` header. `at` is the time at which the header was
 * received. Special results are:
 * - 0 for a date in the past
 * - Infinity for a number of seconds that is too large for JavaScript
 * - undefined if the header is neither a number of seconds nor a date
 */
export function retryAfterMs(header: string, at: Date): number | undefined {
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - at.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
