import type { CheckContext } from "../checking/check-context.ts";
import { checkQuery } from "../checking/check-query.ts";
import type { CheckedQuery } from "../checking/checked-query.ts";
import { parseQuery } from "../language/parse-query.ts";
import type { QueryError } from "../language/query-error.ts";
import type { EntityName } from "../schema/entities.ts";

export type QueryReading =
  | { readonly ok: true; readonly query: CheckedQuery }
  | { readonly ok: false; readonly error: QueryError };

/** Parses and checks the text of a query on an endpoint. */
export function readQuery(text: string, entity: EntityName, context: CheckContext): QueryReading {
  const parsed = parseQuery(text);
  return parsed.ok ? checkQuery(text, parsed.query, entity, context) : parsed;
}
