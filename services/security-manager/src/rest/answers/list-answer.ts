import { z } from "zod";
import { COUNT } from "./scalars.ts";

/** A page of records in the envelope of every list. */
export function listAnswer(record: z.ZodType) {
  return z.object({
    total: COUNT.meta({ description: "How many records there are on all pages." }),
    page: COUNT.meta({ description: "From 0." }),
    pageSize: COUNT,
    count: COUNT.meta({ description: "How many records this page has." }),
    results: z.array(record),
  });
}
