import { MOST_ROWS } from "./siql-endpoints.ts";

export interface Page {
  /** Counted from 0. */
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Returns how many rows of a page to return if there is space for `fitting` rows. On the first page, or if all rows of
 * the page fit, returns as many rows as fit. Otherwise, returns the largest divisor of the page size that is at most
 * `fitting`. With this divisor as the new page size, a page can begin right after the returned rows.
 */
export function chooseRows({ page, pageSize }: Page, received: number, fitting: number): number {
  if (page === 0 || fitting >= received) return Math.min(received, fitting);
  return largestDivisor(pageSize, fitting);
}

/**
 * Returns the page that begins after the first `returned` rows of the given page. The new page has `returned` rows if a
 * page of this size can begin there and does not reach behind the last row that pages can reach. Otherwise, it has
 * another size. Returns null if there are no more rows, or if the next row is behind the last row that pages can reach.
 * Also returns null if `returned` is 0.
 */
export function nextPage({ page, pageSize }: Page, returned: number, total: number): Page | null {
  const end = page * pageSize + returned;
  if (returned === 0 || end >= Math.min(total, MOST_ROWS)) return null;
  const size = end % returned === 0 ? returned : largestDivisor(end, pageSize);
  const next = end + size <= MOST_ROWS ? size : largestDivisor(end, MOST_ROWS - end);
  return { page: end / next, pageSize: next };
}

/**
 * Returns a page of another size that lets an answer contain more than `returned` rows. If possible, the new page
 * begins at the first row of the given page. Otherwise, the new page contains this row.
 *
 * Returns null if the answer already has at least a quarter of the rows that fit. Also returns null if the new page
 * would end after the last row that pages can reach.
 */
export function betterPage({ page, pageSize }: Page, returned: number, fitting: number): Page | null {
  if (returned * 4 >= fitting) return null;
  const start = page * pageSize;
  const aligned = largestDivisor(start, fitting);
  // If not all rows of the page fit into the answer, `chooseRows` returns a divisor of the page size. A multiple of 12
  // has many divisors, so one of them is close to the number of rows that fit.
  const divisible = fitting < 24 ? fitting : fitting - (fitting % 12);
  const size = aligned * 2 >= fitting ? aligned : divisible;
  const better = { page: Math.floor(start / size), pageSize: size };
  return (better.page + 1) * size > MOST_ROWS ? null : better;
}

function largestDivisor(value: number, most: number): number {
  for (let divisor = Math.min(value, most); divisor > 1; divisor--) if (value % divisor === 0) return divisor;
  return 1;
}
