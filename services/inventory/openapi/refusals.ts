import { z } from "zod";
import { type Json, ref, schemaText } from "./schema-text.ts";

/** Every error of the REST interface: application/problem+json (RFC 9457) with the request id and the invalid fields. */
const problem = z.object({
  type: z.literal("about:blank"),
  title: z.string().meta({ description: "The name of the status." }),
  status: z.int().min(400).max(599),
  detail: z.string().meta({ description: "The error, and what to change." }),
  code: z.string().meta({ description: "A stable code for programs.", examples: ["BAD_USER_INPUT"] }),
  requestId: z
    .string()
    .meta({ description: "The value of the header X-Request-Id; it identifies the request in the logs." }),
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

interface Refusal {
  readonly name: string;
  readonly description: string;
  readonly headers?: Json;
  /** Set when it has more members than other problems. */
  readonly schema?: Json;
}

const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "string" } } };

/** Every error by its status; routes name those they can answer with. */
const refusals = {
  400: {
    name: "BadRequest",
    description: "The request is invalid. `errors` has each field and what to change.",
  },
  401: {
    name: "Unauthenticated",
    description: "No credentials, or wrong ones. `WWW-Authenticate` has the accepted schemes.",
    headers: { "WWW-Authenticate": { description: "The scheme to use.", schema: { type: "string" } } },
  },
  403: { name: "Forbidden", description: "The caller is authenticated and lacks the permission." },
  404: { name: "NotFound", description: "It does not exist." },
  408: { name: "TooSlow", description: "The request did not arrive in time." },
  409: { name: "Conflict", description: "It conflicts with the current state; `detail` has the reason." },
  410: { name: "Gone", description: "It was deleted." },
  413: { name: "TooLarge", description: "The body is too large; the limit counts after unpacking." },
  415: { name: "UnsupportedMediaType", description: "Not JSON, or an unsupported content encoding." },
  429: {
    name: "TooMany",
    description: "Too many concurrent requests; retry after `Retry-After`.",
    headers: retryAfter,
  },
  431: { name: "HeadersTooLarge", description: "Request line and headers are larger than 64 KiB." },
  500: {
    name: "Fault",
    description: "An internal error. The request id identifies it in the logs.",
  },
  503: {
    name: "Unavailable",
    description: "A database, index or service is unavailable, or too many requests are in progress. Try again.",
    headers: retryAfter,
  },
  504: { name: "OutOfTime", description: "The deadline passed. Try again, or narrow the request." },
  507: { name: "ListTooLong", description: "The list has more entries than `max`." },
} satisfies Record<number, Refusal>;

export type RefusalStatus = keyof typeof refusals;

/** The errors of every route with authentication. */
const everywhere: readonly RefusalStatus[] = [400, 401, 403, 408, 431, 500, 503, 504];

/** The errors of one route: those of every route, and its own. */
export function refusing(...own: readonly RefusalStatus[]): Json {
  const statuses = [...new Set([...everywhere, ...own])].sort();
  return Object.fromEntries(statuses.map((status) => [status, ref("responses", refusals[status].name)]));
}

/** The errors that these paths refer to, as components. */
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

/** A JSON response. */
export function answering(description: string, schema: Json, example?: unknown): Json {
  return {
    description,
    headers: { "X-Request-Id": ref("headers", "X-Request-Id") },
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}
