import { errorIdentity } from "@network-access/service-runtime/refusal-responses";
import { z } from "zod";

/** The body of an error response, as `estateProblem` writes it. */
export const ErrorAnswer = z
  .object({
    message: z.string().meta({ description: "What is wrong, and what to change." }),
    ...errorIdentity,
    errors: z
      .array(
        z.object({
          field: z.string().meta({ description: 'A parameter or a path in the body; "" for the whole body.' }),
          message: z.string(),
        }),
      )
      .meta({ description: "The fields that are wrong; empty when the error is not about a field." }),
  })
  .meta({ id: "Error" });

/** The body of a 400 response to a search. It says where the query is wrong. */
export const QueryErrorAnswer = z
  .object({
    ...ErrorAnswer.shape,
    position: z.int().min(1).optional().meta({ description: "Where in the query, in characters from 1." }),
    found: z.string().optional().meta({ description: "What is there." }),
    expected: z.array(z.string()).optional().meta({ description: "What works there; empty when it can't be listed." }),
    nearest: z.string().optional().meta({ description: "The known name nearest to the one that was found." }),
  })
  .meta({ id: "QueryError" });

/** The body of a 401 response to a login. */
export const LoginRefusedAnswer = z
  .object({ ...ErrorAnswer.shape, authorized: z.literal(false) })
  .meta({ id: "LoginRefused" });

/** The body of a 409 response to a request that creates a revision. */
export const RevisionConflictAnswer = z
  .object({
    ...ErrorAnswer.shape,
    missing: z.array(z.string()).optional().meta({ description: "The names of all parts that are not stored." }),
  })
  .meta({ id: "RevisionConflict" });
