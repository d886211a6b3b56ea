/**
 * Returns the wait, in milliseconds, that a `Retry-After` header asks for. The header was received at `at`. For a date
 * in the past it returns 0. For a header that is neither seconds nor a date it returns undefined. For more seconds than
 * a number can represent it returns infinity.
 */
export function retryAfterMs(header: string, at: Date): number | undefined {
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - at.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
