import { positionedError, type QueryError, quoted } from "../language/query-error.ts";
import type { Expression, Filter, ParsedQuery } from "../language/syntax.ts";
import { QueryStop } from "../language/token-reader.ts";
import { nearestName } from "../operands/nearest-name.ts";
import { ENTITIES, type EntityName, STANZAS, type StanzaName } from "../schema/entities.ts";
import { checkComparison } from "./check-comparison.ts";
import { type CheckContext, type EndpointContext, refuseAt } from "./check-context.ts";
import { checkFields } from "./check-fields.ts";
import type { CheckedFilter, CheckedQuery, Condition } from "./checked-query.ts";

export type Checked =
  | { readonly ok: true; readonly query: CheckedQuery }
  | { readonly ok: false; readonly error: QueryError };

/**
 * Checks a parsed query that was sent to the endpoint of an entity: resolves the names and reads the operands. `text`
 * is the query as the caller sent it. Positions in errors refer to `text`.
 */
export function checkQuery(text: string, parsed: ParsedQuery, entityName: EntityName, given: CheckContext): Checked {
  const context: EndpointContext = { ...given, entityName, entity: ENTITIES[entityName] };
  try {
    const filters = parsed.filters.map((filter) => checkFilter(filter, context));
    return { ok: true, query: { filters, fields: checkFields(parsed.pipes, context) } };
  } catch (error) {
    if (error instanceof QueryStop) return { ok: false, error: positionedError(text, error.located) };
    throw error;
  }
}

function checkFilter({ stanza: written, at, body }: Filter, context: EndpointContext): CheckedFilter {
  const { stanzas } = context.entity;
  const stanza = stanzas.find((known) => known === written.toLowerCase());
  if (stanza) return { stanza, condition: checkExpression(body, stanza, context) };
  const isKnown = Object.hasOwn(STANZAS, written.toLowerCase());
  const message = isKnown
    ? `the stanza ${quoted(written)} does not work on ${context.entityName}`
    : `${quoted(written)} is no stanza`;
  return refuseAt(at, written, `${message}; ${stanzas.join(", ")} work there`, {
    expected: stanzas,
    nearest: isKnown ? undefined : nearestName(written, stanzas),
  });
}

function checkExpression(expression: Expression, stanza: StanzaName, context: EndpointContext): Condition {
  switch (expression.kind) {
    case "all":
    case "any":
      return { kind: expression.kind, parts: expression.parts.map((part) => checkExpression(part, stanza, context)) };
    case "constant":
      return { kind: "constant", value: expression.value };
    case "call": {
      const { name, at } = expression.call;
      return refuseAt(at, name, `${quoted(name)} is no condition; compare it, such as usage() = 0`);
    }
    case "comparison":
      return checkComparison(expression, stanza, context);
  }
}
