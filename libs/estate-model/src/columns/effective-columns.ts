import type { PolicyPart, SnapshotEntry, SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { allAddresses, noAddresses, onlyFamily, union } from "@network-access/traffic-sets/address-set";
import { allEdges, noEdges, union as unionEdges } from "@network-access/traffic-sets/edges";
import { type ConnectionSpace, createConnectionSpace } from "../connections/connection-space.ts";
import { type Diagram, DiagramTooLarge, NOTHING } from "../connections/decision-diagram.ts";
import { type KnownInterface, knownInterfaces, matchesInterface } from "../matching/known-interfaces.ts";
import { type AddressResolver, createAddressResolver } from "../matching/resolve-addresses.ts";
import { createServiceResolver, type ServiceResolver } from "../matching/resolve-services.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { callersFirst } from "./callers-first.ts";
import { intersectColumns, type RowColumns, rowColumns } from "./row-columns.ts";

/**
 * The columns of a row: sources, destinations, services and zones. A row is a rule of a snapshot. The columns contain
 * only values of connections that reach the row's policy. If no connection reaches the policy, they are empty.
 */
export interface EffectiveColumns extends RowColumns {
  /**
   * The names of the zones from which connections reach the row. Null means any zone. The list is empty if no
   * connection with a source zone reaches the row. Connections that begin at the device itself have no source zone.
   *
   * `destinationZones` has the same form and contains the zones to which the connections go. Connections that end at
   * the device itself have no destination zone.
   */
  readonly sourceZones: readonly string[] | null;
  readonly destinationZones: readonly string[] | null;
  /**
   * Whether the columns contain connections that do not get to the row. A connection does not get to the row in two
   * cases. Either it does not reach the row's policy, because no entry of the snapshot (`SnapshotEntry`) and no calling
   * row passes it to this policy. Or it leaves the policy at an earlier RETURN or GOTO row. A connection that an
   * earlier row accepts or drops counts as one that gets to the row.
   *
   * Also true if an exact comparison would need too many diagram nodes.
   */
  readonly approximate: boolean;
}

/**
 * The connections that reach a policy. `reach` contains exactly these connections, for each address family. It is empty
 * if an exact comparison would need too many diagram nodes.
 *
 * The other members contain the values that occur in these connections, and possibly more: `columns` has addresses and
 * services, and `ins` and `outs` have interfaces. They do not say which of the values occur together in one connection.
 */
interface Lead {
  readonly reach: Map<4 | 6, Diagram>;
  columns: RowColumns;
  readonly ins: Set<KnownInterface>;
  readonly outs: Set<KnownInterface>;
}

interface Model {
  readonly resolvers: { readonly addresses: AddressResolver; readonly services: ServiceResolver };
  /** The connection space of each address family. Empty if an exact comparison would need too many diagram nodes. */
  readonly spaces: ReadonlyMap<4 | 6, ConnectionSpace>;
  readonly ends: readonly KnownInterface[];
}

const NO_COLUMNS: RowColumns = { source: noAddresses, destination: noAddresses, service: noEdges };
const ALL_COLUMNS: RowColumns = { source: allAddresses, destination: allAddresses, service: allEdges };
/**
 * The largest number of decision-diagram nodes (`decision-diagram.ts`) for one address family. This number of nodes
 * needs about 100 MiB.
 */
const MOST_NODES = 2 ** 22;

/** Returns the columns of every row in the policies of one type. */
export function effectiveColumns(
  snapshot: Snapshot,
  policyType: PolicyPart["policyType"],
): ReadonlyMap<SnapshotRow, EffectiveColumns> {
  try {
    return columnsOf(snapshot, policyType, true);
  } catch (error) {
    if (!(error instanceof DiagramTooLarge)) throw error;
    return columnsOf(snapshot, policyType, false);
  }
}

function columnsOf(
  snapshot: Snapshot,
  policyType: PolicyPart["policyType"],
  exactly: boolean,
): ReadonlyMap<SnapshotRow, EffectiveColumns> {
  const policies = [...snapshot.policies.values()].filter((policy) => policy.policyType === policyType);
  const model = createModel(snapshot, policyType, exactly);
  const leads = new Map(policies.map(({ name }) => [name, noLead()]));
  leadEntries(snapshot, leads, model);
  const found = new Map<SnapshotRow, EffectiveColumns>();
  for (const { name, rows } of callersFirst(policies)) {
    const lead = leads.get(name) ?? noLead();
    for (const row of rows) {
      found.set(row, columnsWithin(row, lead, model));
      if (row.disabled) continue;
      if (row.target !== undefined) leadTo(leads.get(row.target), row, lead, model);
      if (row.action === "RETURN" || row.action === "GOTO") passBy(row, lead, model);
    }
  }
  return found;
}

function createModel(snapshot: Snapshot, policyType: PolicyPart["policyType"], exactly: boolean): Model {
  const resolvers = { addresses: createAddressResolver(snapshot), services: createServiceResolver(snapshot) };
  const spaces = new Map<4 | 6, ConnectionSpace>();
  if (exactly)
    for (const family of [4, 6] as const)
      spaces.set(family, createConnectionSpace(family, snapshot, policyType, resolvers, MOST_NODES));
  const rows = [...snapshot.policies.values()].flatMap((policy) => policy.rows);
  return { resolvers, spaces, ends: knownInterfaces(snapshot.interfaces.values(), rows) };
}

function noLead(): Lead {
  return { reach: new Map(), columns: NO_COLUMNS, ins: new Set(), outs: new Set() };
}

function leadEntries({ entries }: Snapshot, leads: ReadonlyMap<string, Lead>, { spaces, ends }: Model): void {
  for (const entry of entries) {
    const { ins, outs } = endsOfEntry(entry, ends);
    if (ins.size === 0 || outs.size === 0) continue;
    for (const lead of entry.policies.flatMap((name) => leads.get(name) ?? [])) {
      for (const end of ins) lead.ins.add(end);
      for (const end of outs) lead.outs.add(end);
      for (const family of entry.families) {
        const columns = withinFamily(ALL_COLUMNS, family);
        lead.columns = unite(lead.columns, columns);
        const space = spaces.get(family);
        if (!space) continue;
        const through = boxOf({ ins, outs, columns }, family, space);
        lead.reach.set(family, space.union(lead.reach.get(family) ?? NOTHING, through));
      }
    }
  }
}

function endsOfEntry(
  { direction, interface: only }: SnapshotEntry,
  ends: readonly KnownInterface[],
): Pick<Lead, "ins" | "outs"> {
  const [device, interfaces] = [ends.filter((end) => end.name === null), ends.filter((end) => end.name !== null)];
  const named = interfaces.filter((end) => only === null || end.name === only);
  const sides = {
    IN: { ins: named, outs: ends },
    FORWARD: { ins: named, outs: interfaces },
    INPUT: { ins: named, outs: device },
    OUTPUT: { ins: device, outs: named },
    OUT: { ins: ends, outs: named },
  }[direction];
  return { ins: new Set(sides.ins), outs: new Set(sides.outs) };
}

function columnsWithin(row: SnapshotRow, lead: Lead, { resolvers, spaces, ends }: Model): EffectiveColumns {
  const isApproximate = row.families.some((family) => {
    const space = spaces.get(family);
    if (!space) return true;
    const { possible } = space.matchOf(row);
    const reached = space.intersect(possible, lead.reach.get(family) ?? NOTHING);
    const boxed = space.intersect(possible, boxOf(lead, family, space));
    return space.inEveryState(reached) !== space.inEveryState(boxed);
  });
  const zonesOf = (
    terms: SnapshotRow["inInterface"],
    zones: readonly string[],
    leading: ReadonlySet<KnownInterface>,
  ) => {
    const interfaces = ends.filter((end) => end.name !== null);
    const led = interfaces.filter((end) => leading.has(end));
    if (terms.length === 0 && zones.length === 0 && led.length === interfaces.length) return null;
    return [...new Set(led.filter((end) => matchesInterface(terms, zones, end)).flatMap((end) => end.zones))];
  };
  return {
    ...intersectColumns(rowColumns(row, resolvers), lead.columns),
    sourceZones: zonesOf(row.inInterface, row.sourceZones, lead.ins),
    destinationZones: zonesOf(row.outInterface, row.destinationZones, lead.outs),
    approximate: isApproximate,
  };
}

function boxOf(
  { ins, outs, columns }: Pick<Lead, "ins" | "outs" | "columns">,
  family: 4 | 6,
  space: ConnectionSpace,
): Diagram {
  const member = family === 4 ? "v4" : "v6";
  const sides = {
    sources: columns.source[member],
    destinations: columns.destination[member],
    services: columns.service,
  };
  const named = (ends: ReadonlySet<KnownInterface>) => {
    const names = new Set(Array.from(ends, (end) => end.name));
    return new Set(space.ends.filter((end) => names.has(end.name)));
  };
  return space.block({ ins: named(ins), outs: named(outs), ...sides });
}

/**
 * Adds to `called` the connections of `lead` that `row` may match. `lead` contains the connections that reach `row`,
 * and `called` contains the connections that reach the policy called by `row`.
 */
function leadTo(called: Lead | undefined, row: SnapshotRow, lead: Lead, { resolvers, spaces, ends }: Model): void {
  const ins = ends.filter((end) => lead.ins.has(end) && matchesInterface(row.inInterface, row.sourceZones, end));
  const outs = ends.filter(
    (end) => lead.outs.has(end) && matchesInterface(row.outInterface, row.destinationZones, end),
  );
  if (!called || ins.length === 0 || outs.length === 0) return;
  for (const end of ins) called.ins.add(end);
  for (const end of outs) called.outs.add(end);
  called.columns = unite(called.columns, intersectColumns(possibleColumns(row, resolvers), lead.columns));
  for (const [family, reach] of lead.reach) {
    const space = spaces.get(family);
    if (!space) continue;
    const through = space.intersect(reach, space.matchOf(row).possible);
    called.reach.set(family, space.union(called.reach.get(family) ?? NOTHING, through));
  }
}

/**
 * Removes from `lead` the connections that the row surely matches. The row has the action RETURN or GOTO, so these
 * connections leave the policy here and do not reach the later rows.
 */
function passBy(row: SnapshotRow, lead: Lead, { spaces }: Model): void {
  for (const [family, reach] of lead.reach) {
    const space = spaces.get(family);
    if (space) lead.reach.set(family, space.subtract(reach, space.matchOf(row).sure));
  }
}

/**
 * Returns the row's columns. If the configuration reader did not understand a part of the row, the columns contain
 * everything that the row may match.
 */
function possibleColumns(row: SnapshotRow, resolvers: Model["resolvers"]): RowColumns {
  const { addresses, services } = resolvers;
  const understood = row.service.filter(({ negated, members }) => negated || services.members(members).complete);
  const within = (set: typeof allAddresses) =>
    row.families.map((family) => onlyFamily(set, family)).reduce(union, noAddresses);
  return {
    source: within(addresses.bounds(row.source).possible),
    destination: within(addresses.bounds(row.destination).possible),
    service: rowColumns({ ...row, service: understood }, resolvers).service,
  };
}

function withinFamily({ source, destination, service }: RowColumns, family: 4 | 6): RowColumns {
  return { source: onlyFamily(source, family), destination: onlyFamily(destination, family), service };
}

function unite(a: RowColumns, b: RowColumns): RowColumns {
  return {
    source: union(a.source, b.source),
    destination: union(a.destination, b.destination),
    service: unionEdges(a.service, b.service),
  };
}
