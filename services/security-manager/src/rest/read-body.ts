import { Refusal } from "@network-access/service-runtime/http-reply";
import type { HttpRequest } from "@network-access/service-runtime/http-request";
import { z } from "zod";

/** The maximum number of errors that a response lists for one body. */
const MOST_ERRORS = 20;

/**
 * Reads and validates a JSON body. If it is invalid, throws a Refusal with 400 that lists the first `MOST_ERRORS`
 * errors.
 */
export async function readBody<Body>(request: Pick<HttpRequest, "json">, schema: z.ZodType<Body>): Promise<Body> {
  const body = schema.safeParse(await request.json());
  if (body.success) return body.data;
  const fields = body.error.issues
    .slice(0, MOST_ERRORS)
    .map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  const [first] = fields;
  const message = first ? `${first.path === "" ? "" : `${first.path}: `}${first.message}` : "the body can't be used";
  throw new Refusal({ status: 400, code: "BAD_USER_INPUT", message, fields });
}

/** Returns the schema of an id in a path, with its description. */
export function idParameter(of: string) {
  return z
    .int()
    .min(1)
    .max(999_999_999)
    .meta({ description: `The id of the ${of}.` });
}

/**
 * Parses an id from the path or from a parameter. Returns undefined if the text is not a whole number from 1 to
 * 999,999,999.
 */
export function idOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns the refusal with 404 for a record that does not exist or that the caller may not see. Callers can't
 * distinguish the two cases.
 */
export function notFound(): Refusal {
  return new Refusal({ status: 404, code: "NOT_FOUND", message: "there is nothing here that you may see" });
}
