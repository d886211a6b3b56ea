import type { z } from "zod";
import { refusal } from "./http-reply.ts";
import type { HttpRequest } from "./http-request.ts";

/**
 * Reads the JSON body of a request from another service and validates it against `schema`. Throws Refusal with 400 for
 * a body that does not match. The message is "the body must be", followed by `wanted`, for example "a list of ids".
 */
export async function readJsonRequest<Body>(
  request: Pick<HttpRequest, "json">,
  schema: z.ZodType<Body>,
  wanted: string,
): Promise<Body> {
  const body = schema.safeParse(await request.json());
  if (!body.success) throw refusal({ status: 400, code: "BAD_USER_INPUT", message: `the body must be ${wanted}` });
  return body.data;
}
