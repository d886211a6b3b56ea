/**
 * Parses the value of `SOURCE_DATE_EPOCH`, a number of seconds since 1970. The result is the modification time of every
 * file in an image. If `text` is undefined or empty, the time is the beginning of 1970.
 */
export function readTime(text: string | undefined): { ok: true; time: Date } | { ok: false; problem: string } {
  if (text === undefined || text === "") return { ok: true, time: new Date(0) };
  if (!/^\d{1,11}$/.test(text))
    return {
      ok: false,
      problem: "SOURCE_DATE_EPOCH: must be seconds since 1970, as `git log -1 --format=%ct` prints them",
    };
  return { ok: true, time: new Date(Number(text) * 1_000) };
}
