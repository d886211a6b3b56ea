import type { CheckedQuery } from "../siql/checking/checked-query.ts";
import { all, type Clause } from "../siql/compiling/clause.ts";
import { type Compiled, compileQuery, type QuerySettings, type Scope } from "../siql/compiling/compile-query.ts";
import type { PutEntityName } from "../siql/schema/entities.ts";
import { APPLICATION_KEYS, type EntitySearch } from "./entity-search.ts";
import { type SearchedEstate, selectDevices, takesNoDevice } from "./searched-estate.ts";

const MOST_JOINED = 50_000;

/**
 * Compiles a query on entities that clients store. The clause matches the entities of the devices that the query
 * selects. Entities without a device also match if two conditions are met: the query has no filter on devices or device
 * groups, and the domain matches all filters on domains.
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

  // An application group contains only applications of its own device and applications without a device. A caller who
  // may see the group may see all of these applications. The joined query therefore also includes applications without
  // a device.
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
