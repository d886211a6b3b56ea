import type { CheckContext } from "../siql/checking/check-context.ts";
import { checkQuery } from "../siql/checking/check-query.ts";
import type { CheckedQuery } from "../siql/checking/checked-query.ts";
import { parseQuery } from "../siql/language/parse-query.ts";
import type { QueryError } from "../siql/language/query-error.ts";
import type { EntityName } from "../siql/schema/entities.ts";

export type QueryReading =
  | { readonly ok: true; readonly query: CheckedQuery }
  | { readonly ok: false; readonly error: QueryError };

/** Parses the text of a query, and checks it for the entity that the query searches. */
export function readQuery(text: string, entity: EntityName, context: CheckContext): QueryReading {
  const parsed = parseQuery(text);
  return parsed.ok ? checkQuery(text, parsed.query, entity, context) : parsed;
}
