import { z } from "zod";
import { type Json, ref } from "./schema-text.ts";

/** The description of an error response of a REST interface, for the OpenAPI document. */
export interface DescribedRefusal {
  /** The name of the error among the components. */
  readonly name: string;
  readonly description: string;
  readonly headers?: Json;
  /**
   * The schema of this error, if it has more members than other errors. By default, the response has the schema that
   * all errors share.
   */
  readonly schema?: Json;
}

/** Errors by status. */
export type DescribedRefusals = Readonly<Record<number, DescribedRefusal>>;

const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "string" } } };

/** The errors that the HTTP server and the authentication of callers return. Services add their own errors. */
export const serverRefusals = {
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
} satisfies DescribedRefusals;

/** The statuses of errors that every route may return. */
export const STATUSES_EVERYWHERE = [400, 408, 431, 500, 503, 504] as const;

/** Returns references to the errors of one route. */
export function refusing<Known extends DescribedRefusals>(
  refusals: Known,
  statuses: readonly (keyof Known & number)[],
): Json {
  const sorted = [...new Set(statuses)].sort((a, b) => a - b);
  return Object.fromEntries(sorted.map((status) => [status, ref("responses", refusals[status]?.name ?? "")]));
}

/** Returns the OpenAPI response components of the errors to which `paths` refers. */
export function refusalResponses(
  refusals: DescribedRefusals,
  paths: Json,
  error: { readonly mediaType: string; readonly schema: Json },
): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.values(refusals)
      .filter(({ name }) => text.includes(`"#/components/responses/${name}"`))
      .map(({ name, description, headers = {}, schema = error.schema }) => [
        name,
        {
          description,
          headers: { "X-Request-Id": ref("headers", "X-Request-Id"), ...headers },
          content: { [error.mediaType]: { schema } },
        },
      ]),
  );
}

/** Returns the description of a JSON response. */
export function answering(description: string, schema: Json, example?: unknown): Json {
  return {
    description,
    headers: { "X-Request-Id": ref("headers", "X-Request-Id") },
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}

/** The members of every error response that identify the error for programs and in logs. */
export const errorIdentity = {
  code: z.string().meta({ description: "A stable code for programs.", examples: ["BAD_USER_INPUT"] }),
  requestId: z
    .string()
    .meta({ description: "The value of the header X-Request-Id; it identifies the request in the logs." }),
};

/** The header of every response. */
export const requestIdHeader: Json = {
  description:
    "Identifies the request in the logs. Taken from the request if it has 1 to 128 letters, digits, `.`, `_`, `:`, `-`.",
  schema: { type: "string" },
};
