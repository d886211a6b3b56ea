import { z } from "zod";
import { COUNT } from "./scalars.ts";

/** Returns the schema of a page of records in the envelope that all lists have. */
export function listAnswer(record: z.ZodType) {
  return z.object({
    total: COUNT.meta({ description: "How many records there are on all pages." }),
    page: COUNT.meta({ description: "From 0." }),
    pageSize: COUNT,
    count: COUNT.meta({ description: "How many records this page has." }),
    results: z.array(record),
  });
}
