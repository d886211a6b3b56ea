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
   * Which of the statuses 409, 413 and 429 the route may answer with. Leaves out statuses that are known from the
   * route's path, body or accepted kinds of callers.
   */
  readonly refuses?: readonly (409 | 413 | 429)[];
}
