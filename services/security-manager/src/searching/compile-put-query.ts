import type { CheckedQuery } from "../siql/checking/checked-query.ts";
import { all, type Clause } from "../siql/compiling/clause.ts";
import { type Compiled, compileQuery, type QuerySettings, type Scope } from "../siql/compiling/compile-query.ts";
import type { PutEntityName } from "../siql/schema/entities.ts";
import { APPLICATION_KEYS, type EntitySearch } from "./entity-search.ts";
import { type SearchedEstate, selectDevices, takesNoDevice } from "./searched-estate.ts";

const MOST_JOINED = 50_000;

/**
 * Returns the clause of a query on entities that clients put. The clause matches the entities of those devices that the
 * filters of the query select. If the query has no filter on devices or device groups, the clause also matches entities
 * without a device.
 */
export async function compilePutQuery(
  entities: EntitySearch,
  entity: PutEntityName,
  { filters, fields }: CheckedQuery,
  { estate, settings, signal }: { estate: SearchedEstate; settings: QuerySettings; signal?: AbortSignal | undefined },
): Promise<Compiled> {
  const devices = selectDevices(filters, estate).map(({ id }) => id);
  const scope: Scope = { kind: "devices", devices, withoutDevice: takesNoDevice(filters, estate) };
  const isJoined = (stanza: string) => entity === "applicationgroup" && stanza === "connection";
  const own = filters.filter(({ stanza }) => !isJoined(stanza));
  const compiled = compileQuery({ filters: own, fields }, scope, settings);
  if (!compiled.ok) return compiled;

  // The applications of an application group belong to the group's device or to no device. So every caller who sees an
  // application group also sees its applications.
  const joinedScope: Scope = { ...scope, withoutDevice: true };
  const clauses: Clause[] = [compiled.clause];
  for (const filter of filters.filter(({ stanza }) => isJoined(stanza))) {
    const applications = compileQuery({ filters: [filter], fields: [] }, joinedScope, settings);
    if (!applications.ok) return applications;
    const keys = await entities.applicationKeys(applications.clause, MOST_JOINED, signal);
    if (!keys) {
      const message = `connection: more than ${MOST_JOINED} applications have such connections; narrow the stanza connection or device`;
      return { ok: false, message };
    }
    clauses.push({ terms: { [APPLICATION_KEYS]: keys } });
  }
  return { ok: true, clause: all(clauses) };
}
