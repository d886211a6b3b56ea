import { z } from "zod";
import { type Json, ref, schemaText } from "./schema-text.ts";

/** Every error of the REST interface: application/problem+json (RFC 9457) with the request id and the fields at fault. */
const problem = z.object({
  type: z.literal("about:blank"),
  title: z.string().meta({ description: "The name of the status." }),
  status: z.int().min(400).max(599),
  detail: z.string().meta({ description: "One sentence that says what would work." }),
  code: z.string().meta({ description: "Stable; made for programs.", examples: ["BAD_USER_INPUT"] }),
  requestId: z
    .string()
    .meta({ description: "The same as in the header X-Request-Id; it finds the request in the logs." }),
  errors: z
    .array(
      z.object({
        field: z.string().meta({ description: 'A path, or "" for the whole.', examples: ["items[3].ips[0]"] }),
        message: z.string(),
      }),
    )
    .max(201)
    .meta({ description: "What is wrong field by field; empty where no field is at fault. At most 200 are listed." }),
});

const cleanUpRefused = problem.extend({
  wouldRemove: z.int().min(0).optional().meta({ description: "How many items it would remove." }),
  wouldKeep: z.int().min(0).optional().meta({ description: "How many it would keep." }),
});

export const problemSchemas = { Problem: schemaText(problem), CleanUpRefused: schemaText(cleanUpRefused) };

interface Refusal {
  readonly name: string;
  readonly description: string;
  readonly headers?: Json;
  /** Where it has more members than any problem. */
  readonly schema?: Json;
}

const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "string" } } };

/** Every refusal by its status; routes name the ones they can give. */
const refusals = {
  400: {
    name: "BadRequest",
    description: "Something that was sent can't be used. `errors` names each field and what would work.",
  },
  401: {
    name: "Unauthenticated",
    description: "No credentials, or not the right ones. `WWW-Authenticate` says which are asked for.",
    headers: { "WWW-Authenticate": { description: "The scheme to use.", schema: { type: "string" } } },
  },
  403: { name: "Forbidden", description: "Whoever calls is known and may not do this." },
  404: { name: "NotFound", description: "There is nothing of this name." },
  408: { name: "TooSlow", description: "The request did not arrive in time." },
  409: { name: "Conflict", description: "It contradicts what was done before; the sentence says what." },
  410: { name: "Gone", description: "It was there and was deleted." },
  413: { name: "TooLarge", description: "The body is too large; the limit counts after unpacking." },
  415: { name: "UnsupportedMediaType", description: "Not JSON, or packed in a way nobody unpacks here." },
  429: { name: "TooMany", description: "Too much at once; send it again after `Retry-After`.", headers: retryAfter },
  431: { name: "HeadersTooLarge", description: "Request line and headers are larger than 64 KiB." },
  500: {
    name: "Fault",
    description: "Something went wrong here. The request id finds it in the logs; nothing more is said.",
  },
  503: {
    name: "Unavailable",
    description: "An engine behind this service is away, or too many requests are being answered. Try again.",
    headers: retryAfter,
  },
  504: { name: "OutOfTime", description: "It took too long. Try again; narrow it where that is possible." },
  507: { name: "ListTooLong", description: "The list has more entries than the consumer says it can hold." },
} satisfies Record<number, Refusal>;

export type RefusalStatus = keyof typeof refusals;

/** What can happen on any route that asks who calls. */
const everywhere: readonly RefusalStatus[] = [400, 401, 403, 408, 431, 500, 503, 504];

/** The refusals of one route: those of every route, and its own. */
export function refusing(...own: readonly RefusalStatus[]): Json {
  const statuses = [...new Set([...everywhere, ...own])].sort();
  return Object.fromEntries(statuses.map((status) => [status, ref("responses", refusals[status].name)]));
}

/** The refusals that these paths refer to, as components. */
export function refusalResponses(paths: Json): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.values<Refusal>(refusals)
      .filter(({ name }) => text.includes(`"#/components/responses/${name}"`))
      .map(({ name, description, headers = {}, schema = ref("schemas", "Problem") }) => [
        name,
        {
          description,
          headers: { "X-Request-Id": ref("headers", "X-Request-Id"), ...headers },
          content: { "application/problem+json": { schema } },
        },
      ]),
  );
}

/** An answer in JSON. */
export function answering(description: string, schema: Json, example?: unknown): Json {
  return {
    description,
    headers: { "X-Request-Id": ref("headers", "X-Request-Id") },
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}
