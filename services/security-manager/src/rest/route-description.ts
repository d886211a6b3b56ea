import type { z } from "zod";

/** What a route takes and answers, as clients read it. The REST description is made of it. */
export interface RouteDescription {
  /** A name for generated clients, unique: a verb and a noun, such as `listDevices`. */
  readonly id: string;
  readonly summary: string;
  /** What a caller has to know beyond the summary. */
  readonly details?: string;
  /** Each named part of the path but `domain`. */
  readonly path?: Readonly<Record<string, z.ZodType>>;
  /** Each parameter; it may be left out where its schema is optional or has a standard. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** The schema that validates the body. */
  readonly body?: z.ZodType;
  /** By status; null where the answer has no body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** Errors with more members than every error, by status. */
  readonly errors?: Readonly<Record<number, z.ZodType>>;
  /** Refusals beside those that follow from path, body and callers. */
  readonly refuses?: readonly (409 | 413 | 429)[];
}
