import { MOST_ROWS } from "./siql-endpoints.ts";

export interface Page {
  /** Counted from 0. */
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Returns the number of a page's rows that an answer has if the answer has room for `fitting` rows. If the page is the
 * first page, or if all its rows fit, the answer has all rows that fit. In all other cases, the number is the largest
 * divisor of the page size that fits. A page of this smaller size can then begin right after the answered rows.
 */
export function chooseRows({ page, pageSize }: Page, received: number, fitting: number): number {
  if (page === 0 || fitting >= received) return Math.min(received, fitting);
  return largestDivisor(pageSize, fitting);
}

/**
 * Returns the page that begins after the `returned` rows. Returns null if no row follows, or if pages can't reach it.
 * The page has `returned` rows if possible, and otherwise fewer.
 */
export function nextPage({ page, pageSize }: Page, returned: number, total: number): Page | null {
  const end = page * pageSize + returned;
  if (returned === 0 || end >= Math.min(total, MOST_ROWS)) return null;
  const size = end % returned === 0 ? returned : largestDivisor(end, pageSize);
  const next = end + size <= MOST_ROWS ? size : largestDivisor(end, MOST_ROWS - end);
  return { page: end / next, pageSize: next };
}

/**
 * Returns a page with which an answer has more than `returned` rows. The new page begins at the first row of the given
 * page if possible. If that is not possible, the new page contains that row. Returns null if the answer used at least a
 * quarter of its room for rows, or if the better page would end after the last row that pages can reach.
 */
export function betterPage({ page, pageSize }: Page, returned: number, fitting: number): Page | null {
  if (returned * 4 >= fitting) return null;
  const start = page * pageSize;
  const aligned = largestDivisor(start, fitting);
  // A page size that is a multiple of 12 has many divisors. So if not all rows of the page fit into the answer,
  // `chooseRows` still finds a large divisor.
  const divisible = fitting < 24 ? fitting : fitting - (fitting % 12);
  const size = aligned * 2 >= fitting ? aligned : divisible;
  const better = { page: Math.floor(start / size), pageSize: size };
  return (better.page + 1) * size > MOST_ROWS ? null : better;
}

function largestDivisor(value: number, most: number): number {
  for (let divisor = Math.min(value, most); divisor > 1; divisor--) if (value % divisor === 0) return divisor;
  return 1;
}
