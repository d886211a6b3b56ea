import { CONNECTIONS } from "../../columns/index-fields.ts";
import type { CheckedQuery } from "../checking/checked-query.ts";
import { quoted } from "../language/query-error.ts";
import { all, any, type Clause, exists, MATCH_NONE, not } from "./clause.ts";
import { compileCondition } from "./compile-condition.ts";
import type { PropertySlots } from "./compile-property.ts";

/**
 * The records that a query may find: the rows of the given device revisions, or the put entities of the given devices.
 * If `withoutDevice` is true, the query may also find put entities without a device.
 */
export type Scope =
  | { readonly kind: "revisions"; readonly revisions: readonly number[] }
  | { readonly kind: "devices"; readonly devices: readonly number[]; readonly withoutDevice: boolean };

export interface QuerySettings {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly slots: PropertySlots;
  /** The most range clauses that the engine accepts. */
  readonly rangeClauses: number;
}

export type Compiled =
  | { readonly ok: true; readonly clause: Clause }
  | { readonly ok: false; readonly message: string };

const ESTATE = new Set<string>(["domain", "devicegroup", "device"]);

/**
 * Combines the filters of a query into one clause. Leaves out filters on domains, device groups and devices, because
 * the caller has already applied these filters to determine `scope`.
 */
export function compileQuery({ filters }: CheckedQuery, scope: Scope, settings: QuerySettings): Compiled {
  let ranges = 0;
  const count = (attribute: string, more: number) => {
    ranges += more;
    if (ranges > settings.rangeClauses) throw new TooManyRanges(attribute, more, settings.rangeClauses);
  };
  try {
    const clauses = filters
      .filter(({ stanza }) => !ESTATE.has(stanza))
      .map(({ stanza, condition }) => {
        const clause = compileCondition(condition, { ...settings, stanza, count });
        return stanza === "connection" ? { nested: { path: CONNECTIONS, query: clause, score_mode: "none" } } : clause;
      });
    return { ok: true, clause: all([compileScope(scope), ...clauses]) };
  } catch (error) {
    if (!(error instanceof TooManyRanges)) throw error;
    return { ok: false, message: error.message };
  }
}

function compileScope(scope: Scope): Clause {
  if (scope.kind === "revisions")
    return scope.revisions.length === 0 ? MATCH_NONE : { terms: { revision: scope.revisions } };
  const ofDevices = { terms: { device: scope.devices } };
  return scope.withoutDevice ? any([ofDevices, not(exists("device"))]) : ofDevices;
}

class TooManyRanges extends Error {
  constructor(attribute: string, ranges: number, most: number) {
    super(
      `the operand of ${quoted(attribute)} has ${ranges} intervals; a query may have ${most} in all, so ask for fewer or larger ones`,
    );
    this.name = "TooManyRanges";
  }
}
