import type { z } from "zod";
import { refusal } from "./http-reply.ts";
import type { HttpRequest } from "./http-request.ts";

/** What another service asks in a body. Throws Refusal: 400 for anything else, with `wanted`, as in "a list of ids". */
export async function readAsked<Asked>(
  request: Pick<HttpRequest, "json">,
  shape: z.ZodType<Asked>,
  wanted: string,
): Promise<Asked> {
  const asked = shape.safeParse(await request.json());
  if (!asked.success) throw refusal({ status: 400, code: "BAD_USER_INPUT", message: `the body must be ${wanted}` });
  return asked.data;
}
