/**
 * The wait of a `Retry-After` header from `at` on, in milliseconds; 0 for a past date. Undefined when it is neither
 * seconds nor a date, infinite when the seconds exceed what a number holds.
 */
export function retryAfterMs(header: string, at: Date): number | undefined {
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - at.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
