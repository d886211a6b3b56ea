import { Refusal } from "@network-access/service-runtime/http-reply";
import type { HttpRequest } from "@network-access/service-runtime/http-request";
import { z } from "zod";

/** The most errors of one body that a response lists. */
const MOST_ERRORS = 20;

/** Reads and validates a JSON body. Throws a Refusal with 400 that lists every wrong field. */
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

/** Returns the schema and the description of an id in a path. */
export function idParameter(of: string) {
  return z
    .int()
    .min(1)
    .max(999_999_999)
    .meta({ description: `The id of the ${of}.` });
}

/**
 * Reads a number in the path, such as an id. Returns undefined for any other text, because no record has such an id.
 */
export function idOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns the refusal for a record that does not exist or that the caller may not see. All routes use this one refusal.
 */
export function notFound(): Refusal {
  return new Refusal({ status: 404, code: "NOT_FOUND", message: "there is nothing here that you may see" });
}
