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
  /** The schema of the response by status. Null means that the response has no body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** The schemas of errors that have more members than other errors, by status. */
  readonly errors?: Readonly<Record<number, z.ZodType>>;
  /**
   * The statuses with which the route may refuse a request. Statuses that follow from the path, the body or the kinds
   * of callers are not listed.
   */
  readonly refuses?: readonly (409 | 413 | 429)[];
}
