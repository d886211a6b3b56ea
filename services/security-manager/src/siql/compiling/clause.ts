/** A query clause of the engine. */
export type Clause = Readonly<Record<string, unknown>>;

export const MATCH_ALL: Clause = { match_all: {} };
export const MATCH_NONE: Clause = { match_none: {} };

export function exists(field: string): Clause {
  return { exists: { field } };
}

export function not(clause: Clause): Clause {
  return { bool: { must_not: [clause] } };
}

export function all(clauses: readonly Clause[]): Clause {
  return { bool: { filter: clauses } };
}

/** Returns a clause that matches if any of the given clauses does. Without clauses it matches nothing. */
export function any(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? MATCH_NONE : { bool: { should: clauses, minimum_should_match: 1 } };
}
