import { z } from "zod";
import { COUNT } from "./scalars.ts";

/**
 * Returns the schema of a page of a list. Pages of all lists have this form. `record` is the schema of a single record.
 */
export function listAnswer(record: z.ZodType) {
  return z.object({
    total: COUNT.meta({ description: "How many records there are on all pages." }),
    page: COUNT.meta({ description: "From 0." }),
    pageSize: COUNT,
    count: COUNT.meta({ description: "How many records this page has." }),
    results: z.array(record),
  });
}
