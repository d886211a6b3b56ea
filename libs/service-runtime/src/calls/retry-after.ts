/**
 * Gives the wait that a `Retry-After` header asks for from `at` on, in milliseconds. A date in the past gives 0. A
 * header that is neither seconds nor a date gives undefined. Seconds that exceed what a number can represent give
 * infinity.
 */
export function retryAfterMs(header: string, at: Date): number | undefined {
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - at.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
