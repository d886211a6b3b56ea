import { Refusal } from "@network-access/service-runtime/http-reply";

/** The part of a list that is asked for. */
export interface Page {
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
}

const MOST = 1_000;
const STANDARD = 10;

/** Reads `page` (0 when left out) and `pageSize` (10; at most 1,000). Throws Refusal with 400. */
export function readPage(query: URLSearchParams): Page {
  return {
    page: readNumber(query, "page", { least: 0, most: 1_000_000, standard: 0 }),
    pageSize: readNumber(query, "pageSize", { least: 1, most: MOST, standard: STANDARD }),
  };
}

/** A page of a list in the envelope of every list. */
export function envelope<Result>(results: readonly Result[], total: number, { page, pageSize }: Page) {
  return { total, page, pageSize, count: results.length, results };
}

/** A page of a list that is in memory. */
export function pageOf<Result>(all: readonly Result[], asked: Page) {
  const begin = asked.page * asked.pageSize;
  return envelope(all.slice(begin, begin + asked.pageSize), all.length, asked);
}

function readNumber(
  query: URLSearchParams,
  name: string,
  { least, most, standard }: { readonly least: number; readonly most: number; readonly standard: number },
): number {
  const text = query.get(name);
  if (text === null) return standard;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
  const message = `"${text.slice(0, 64)}" does not work; a whole number from ${least} to ${most} does`;
  throw new Refusal({
    status: 400,
    code: "BAD_USER_INPUT",
    message: `${name}: ${message}`,
    fields: [{ path: name, message }],
  });
}
