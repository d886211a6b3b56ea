import { Refusal } from "@network-access/service-runtime/http-reply";
import { z } from "zod";

/** The part of a list that a client requests. */
export interface Page {
  /** Counted from 0. */
  readonly page: number;
  readonly pageSize: number;
}

/** The parameters of every list. */
export const PAGE_PARAMETERS = {
  page: z.int().min(0).max(1_000_000).default(0).meta({ description: "The page, from 0." }),
  pageSize: z.int().min(1).max(1_000).default(10).meta({ description: "The most records of a page." }),
};

/**
 * Reads the query parameters `page` (default 0) and `pageSize` (default 10, maximum 1,000). Throws a Refusal with 400
 * if a value is invalid.
 */
export function readPage(query: URLSearchParams): Page {
  return {
    page: readNumber(query, "page", PAGE_PARAMETERS.page),
    pageSize: readNumber(query, "pageSize", PAGE_PARAMETERS.pageSize),
  };
}

/**
 * Returns one page in the form that all lists have. `results` are the records of the page. `total` is the number of
 * records on all pages.
 */
export function envelope<Result>(results: readonly Result[], total: number, { page, pageSize }: Page) {
  return { total, page, pageSize, count: results.length, results };
}

/** Returns a page of a list that is completely in memory. */
export function pageOf<Result>(all: readonly Result[], asked: Page) {
  const begin = asked.page * asked.pageSize;
  return envelope(all.slice(begin, begin + asked.pageSize), all.length, asked);
}

/**
 * Reads a whole number from the query parameter `name`. If the parameter is missing, returns the default of `schema`.
 * Throws a Refusal with 400 if the value does not match `schema`.
 */
export function readNumber(query: URLSearchParams, name: string, schema: z.ZodDefault<z.ZodInt>): number {
  const text = query.get(name);
  const read = schema.safeParse(text === null ? undefined : /^\d{1,9}$/.test(text) ? Number(text) : text);
  if (read.success) return read.data;
  const { minValue, maxValue } = schema.unwrap();
  const message = `"${text?.slice(0, 64)}" does not work; a whole number from ${minValue} to ${maxValue} does`;
  throw new Refusal({
    status: 400,
    code: "BAD_USER_INPUT",
    message: `${name}: ${message}`,
    fields: [{ path: name, message }],
  });
}
