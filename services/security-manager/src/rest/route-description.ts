import type { z } from "zod";

/** The request and the responses of a route, as the REST description documents them. */
export interface RouteDescription {
  /** The unique name of the operation in generated clients. It is a verb and a noun, such as `listDevices`. */
  readonly id: string;
  readonly summary: string;
  /** What callers need to know besides the summary. */
  readonly details?: string;
  /** The schema of each named part of the path except `domain`. */
  readonly path?: Readonly<Record<string, z.ZodType>>;
  /** The schema of each query parameter. A parameter may be left out if its schema is optional or has a default. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** The schema that validates the body. */
  readonly body?: z.ZodType;
  /** The schema of the response body for each status. Null for a response without a body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** The schemas of error responses with additional members, by status. */
  readonly errors?: Readonly<Record<number, z.ZodType>>;
  /**
   * The statuses among 409, 413 and 429 with which the route may refuse a request. 413 is left out for a route with a
   * body, and 429 for a route that accepts users. The OpenAPI description adds these two by itself.
   */
  readonly refuses?: readonly (409 | 413 | 429)[];
}
