import { MOST_ROWS } from "./siql-endpoints.ts";

export interface Page {
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Returns how many of the first rows of a page are answered, if `fitting` fit. On the first page that is whatever
 * fits. On others it is the largest divisor of the page's size that fits, so that a page of that size begins behind
 * the answered rows.
 */
export function chooseRows({ page, pageSize }: Page, received: number, fitting: number): number {
  if (page === 0 || fitting >= received) return Math.min(received, fitting);
  return largestDivisor(pageSize, fitting);
}

/**
 * Returns the page that begins behind the answered rows, or null if there are no more rows or pages do not reach them.
 * It has as many rows as were answered, or fewer where the rows that pages reach end.
 */
export function nextPage({ page, pageSize }: Page, returned: number, total: number): Page | null {
  const end = page * pageSize + returned;
  if (returned === 0 || end >= Math.min(total, MOST_ROWS)) return null;
  const size = end % returned === 0 ? returned : largestDivisor(end, pageSize);
  const next = end + size <= MOST_ROWS ? size : largestDivisor(end, MOST_ROWS - end);
  return { page: end / next, pageSize: next };
}

/**
 * Returns a page from whose size more rows fit, if a page's answer has less than a quarter of what fits: one that
 * begins where the page begins, else one that contains its first row.
 */
export function betterPage({ page, pageSize }: Page, returned: number, fitting: number): Page | null {
  if (returned * 4 >= fitting) return null;
  const start = page * pageSize;
  const aligned = largestDivisor(start, fitting);
  // A size with many divisors has a large one if its rows do not all fit.
  const divisible = fitting < 24 ? fitting : fitting - (fitting % 12);
  const size = aligned * 2 >= fitting ? aligned : divisible;
  const better = { page: Math.floor(start / size), pageSize: size };
  return (better.page + 1) * size > MOST_ROWS ? null : better;
}

function largestDivisor(value: number, most: number): number {
  for (let divisor = Math.min(value, most); divisor > 1; divisor--) if (value % divisor === 0) return divisor;
  return 1;
}
