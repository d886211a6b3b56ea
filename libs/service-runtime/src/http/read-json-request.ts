import type { z } from "zod";
import { refusal } from "./http-reply.ts";
import type { HttpRequest } from "./http-request.ts";

/**
 * Reads and validates the JSON body that another service sent. Throws Refusal with 400 for any other body. `wanted`
 * describes the right body, as in "a list of ids".
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
