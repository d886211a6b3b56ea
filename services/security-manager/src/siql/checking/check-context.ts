import { QueryStop } from "../language/token-reader.ts";
import type { Entity, EntityName } from "../schema/entities.ts";

export type PropertyType = "STRING" | "STRING_ARRAY" | "INTEGER" | "LONG" | "BOOLEAN" | "DATE";

/** What a query is checked against, besides the schema. */
export interface CheckContext {
  /** Milliseconds since 1970. Periods such as "last 30 days" end at this time. */
  readonly now: number;
  /** The registered properties of rule documentation by key. */
  readonly properties: ReadonlyMap<string, PropertyType>;
}

/** What a query is checked against, including the endpoint that received it. */
export interface EndpointContext extends CheckContext {
  readonly entityName: EntityName;
  readonly entity: Entity;
}

interface Hints {
  readonly expected?: readonly string[];
  readonly nearest?: string | undefined;
}

/** Throws an error for a position of the text, which ends the check. */
export function refuseAt(at: number, found: string, message: string, { expected = [], nearest }: Hints = {}): never {
  const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  throw new QueryStop({ at, found, expected, message: message + hint, ...(nearest !== undefined && { nearest }) });
}
