import {
  type DescribedRefusals,
  errorIdentity,
  refusing as refusingStatuses,
  STATUSES_EVERYWHERE,
  serverRefusals,
} from "@network-access/service-runtime/refusal-responses";
import { type Json, schemaText } from "@network-access/service-runtime/schema-text";
import { z } from "zod";

/**
 * The body of every error of the REST interface: application/problem+json (RFC 9457) with the request id and the
 * invalid fields.
 */
const problem = z.object({
  type: z.literal("about:blank"),
  title: z.string().meta({ description: "The name of the status." }),
  status: z.int().min(400).max(599),
  detail: z.string().meta({ description: "The error, and what to change." }),
  ...errorIdentity,
  errors: z
    .array(
      z.object({
        field: z.string().meta({ description: 'A path, or "" for the whole body.', examples: ["items[3].ips[0]"] }),
        message: z.string(),
      }),
    )
    .max(201)
    .meta({ description: "The invalid fields, at most 200; empty when the error is not about a field." }),
});

const cleanUpRefused = problem.extend({
  wouldRemove: z.int().min(0).optional().meta({ description: "How many items it would remove." }),
  wouldKeep: z.int().min(0).optional().meta({ description: "How many it would keep." }),
});

export const problemSchemas = { Problem: schemaText(problem), CleanUpRefused: schemaText(cleanUpRefused) };

/** All errors of the REST interface, with the HTTP status as key. Each route lists those that it can return. */
export const refusals = {
  ...serverRefusals,
  409: { name: "Conflict", description: "It conflicts with the current state; `detail` has the reason." },
  410: { name: "Gone", description: "It was deleted." },
  507: { name: "ListTooLong", description: "The list has more entries than `max`." },
} satisfies DescribedRefusals;

/**
 * Returns the errors of one route that requires authentication. Some errors are common to all such routes. `own`
 * contains the statuses of the route's other errors.
 */
export function refusing(...own: readonly (keyof typeof refusals)[]): Json {
  return refusingStatuses(refusals, [...STATUSES_EVERYWHERE, 401, 403, ...own]);
}
