import type { CheckContext } from "../siql/checking/check-context.ts";
import { checkQuery } from "../siql/checking/check-query.ts";
import type { CheckedQuery } from "../siql/checking/checked-query.ts";
import { parseQuery } from "../siql/language/parse-query.ts";
import type { QueryError } from "../siql/language/query-error.ts";
import type { EntityName } from "../siql/schema/entities.ts";

export type QueryReading =
  | { readonly ok: true; readonly query: CheckedQuery }
  | { readonly ok: false; readonly error: QueryError };

/** Parses a query, and checks its names, operators and operands for the entity that it searches. */
export function readQuery(text: string, entity: EntityName, context: CheckContext): QueryReading {
  const parsed = parseQuery(text);
  return parsed.ok ? checkQuery(text, parsed.query, entity, context) : parsed;
}
