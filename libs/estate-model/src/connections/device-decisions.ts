import type { SnapshotEntry } from "@network-access/service-contracts/device-snapshot";
import { createAddressResolver } from "../matching/resolve-addresses.ts";
import { createServiceResolver } from "../matching/resolve-services.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import {
  type Connection,
  type ConnectionBlock,
  type ConnectionSpace,
  createConnectionSpace,
} from "./connection-space.ts";
import { createPolicyDecisions, type Fate } from "./decide-policies.ts";
import { type Diagram, NOTHING } from "./decision-diagram.ts";

export type Decision = "allowed" | "denied" | "uncertain";

/**
 * What a device does with new connections between two interfaces. Null in place of an interface stands for the device
 * itself.
 */
export interface PassageDecisions {
  decisionOf(connection: Omit<Connection, "inInterface" | "outInterface">): Decision;
  /**
   * Returns all connections with this decision as disjoint blocks. A block contains every combination of its sources,
   * destinations, services and source ports. Returns undefined if there are more than `most` blocks.
   */
  blocks(decision: Decision, most: number): ConnectionBlock[] | undefined;
}

/**
 * The default limit for the number of diagram nodes (see `decision-diagram.ts`) of one device and address family. This
 * many nodes take about 200 MiB.
 */
const MOST_NODES = 2 ** 23;

/**
 * Returns a function that computes what a device does with new connections between two interfaces, for one address
 * family. A connection is allowed, denied or uncertain. It is uncertain if the decision depends on rows that possibly,
 * but not surely, match the connection (see `RowMatch` in `connection-space.ts`). Address translation is ignored. The
 * computation throws DiagramTooLarge if the rows need more than `mostNodes` diagram nodes.
 */
export function createDeviceDecisions(
  snapshot: Snapshot,
  family: 4 | 6,
  mostNodes: number = MOST_NODES,
): (from: string | null, to: string | null) => PassageDecisions {
  const resolvers = { addresses: createAddressResolver(snapshot), services: createServiceResolver(snapshot) };
  const space = createConnectionSpace(family, snapshot, "SECURITY", resolvers, mostNodes);
  const { tracked, untracked, intersect, union, subtract } = space;
  const fateOf = createPolicyDecisions(snapshot, space);
  const deciding = snapshot.entries.filter(
    ({ families, policies: [first] }) =>
      families.some((one) => one === family) && snapshot.policies.get(first ?? "")?.policyType === "SECURITY",
  );

  /**
   * Computes which connections an entry allows and denies. The entry's policies are applied in order. A connection that
   * the last policy passes on is denied.
   */
  function decideEntry({ policies }: SnapshotEntry): Fate {
    const fate = policies.map(fateOf).reduce((before, next) => passedOn(before, next, space));
    return { ...fate, denied: union(fate.denied, fate.passed) };
  }

  /**
   * Returns the connections between two interfaces that the device may allow, and those that it may deny. A connection
   * may be in both sets.
   */
  function decideBetween(
    from: string | null,
    to: string | null,
  ): { readonly allowed: Diagram; readonly denied: Diagram } {
    const between = intersect(space.through("in", from), space.through("out", to));
    // Each new connection is tracked at first. If an entry stops the tracking of a connection, the rows of all later
    // entries see an untracked connection.
    let alive = intersect(between, tracked);
    let denied = NOTHING;
    for (const entry of entriesBetween(deciding, from, to)) {
      const fate = decideEntry(entry);
      denied = union(denied, intersect(alive, fate.denied));
      const leaving = intersect(intersect(alive, tracked), intersect(fate.allowed, fate.untracked));
      alive = union(
        union(
          intersect(intersect(alive, tracked), fate.allowedTracked),
          intersect(intersect(alive, untracked), fate.allowed),
        ),
        intersect(space.inEveryState(leaving), untracked),
      );
    }
    return { allowed: space.inEveryState(alive), denied: space.inEveryState(denied) };
  }

  return (from, to) => {
    const may = decideBetween(from, to);
    const sets: Record<Decision, Diagram> = {
      allowed: subtract(may.allowed, may.denied),
      denied: subtract(may.denied, may.allowed),
      uncertain: intersect(may.allowed, may.denied),
    };
    return {
      decisionOf(connection) {
        const at = { ...connection, inInterface: from, outInterface: to };
        if (space.includes(sets.allowed, at)) return "allowed";
        return space.includes(sets.denied, at) ? "denied" : "uncertain";
      },
      blocks: (decision, most) => space.blocks(sets[decision], from, to, most),
    };
  };
}

/**
 * Combines two consecutive policies of an entry into one result. The second policy decides only about the connections
 * that the first policy passes on.
 */
function passedOn(before: Fate, next: Fate, { intersect, union }: ConnectionSpace): Fate {
  const { passed, passedTracked } = before;
  return {
    allowed: union(before.allowed, intersect(passed, next.allowed)),
    allowedTracked: union(before.allowedTracked, intersect(passedTracked, next.allowedTracked)),
    denied: union(before.denied, intersect(passed, next.denied)),
    passed: intersect(passed, next.passed),
    passedTracked: intersect(passedTracked, next.passedTracked),
    untracked: union(before.untracked, intersect(passed, next.untracked)),
  };
}

/**
 * Returns the entries that a connection passes on its way from the interface `from` to the interface `to`, in the order
 * of the way. Null stands for the device itself.
 */
function entriesBetween(
  entries: readonly SnapshotEntry[],
  from: string | null,
  to: string | null,
): readonly SnapshotEntry[] {
  const inside = from === null ? "OUTPUT" : to === null ? "INPUT" : "FORWARD";
  const at = { IN: from, INPUT: from, FORWARD: from, OUTPUT: to, OUT: to };
  const isMet = ({ direction, interface: only }: SnapshotEntry) => only === null || only === at[direction];
  const order = [...(from === null ? [] : ["IN"]), inside, ...(to === null ? [] : ["OUT"])];
  return order.flatMap((direction) => entries.filter((entry) => entry.direction === direction && isMet(entry)));
}
