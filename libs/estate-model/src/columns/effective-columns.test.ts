import { expect, test } from "@jest/globals";
import { SnapshotPart, type SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { containsAddress } from "@network-access/traffic-sets/address-set";
import { has, noEdges } from "@network-access/traffic-sets/edges";
import { placeOfProtocol } from "@network-access/traffic-sets/service-line";
import fc from "fast-check";
import { aConnection, randomSnapshots } from "../../test/random-snapshots.ts";
import { slowEntries, slowPolicies } from "../../test/slow-decision.ts";
import { type PlainConnection, type State, slowMatching } from "../../test/slow-matching.ts";
import { slowReach } from "../../test/slow-reach.ts";
import { assembleSnapshot } from "../snapshot/assemble-snapshot.ts";
import { type EffectiveColumns, effectiveColumns } from "./effective-columns.ts";

const connections = fc.array(aConnection, { minLength: 20, maxLength: 40 });
const STATES: readonly State[] = ["tracked", "untracked", "established"];

test("the columns of a row have every connection that its callers and the returns before it let through", () => {
  fc.assert(
    fc.property(randomSnapshots(false), connections, (parts, asked) => {
      const columns = columnsOf(parts);
      for (const one of asked)
        for (const state of STATES)
          for (const row of slowReach(parts, one, state))
            expect({ one, row, inside: isInside(columns.get(row), one, true) }).toEqual({ one, row, inside: true });
    }),
    { numRuns: 100 },
  );
});

test("columns that are not approximate have nothing else that the row matches", () => {
  fc.assert(
    fc.property(randomSnapshots(false), connections, (parts, asked) => {
      const columns = columnsOf(parts);
      for (const one of asked) {
        const reached = STATES.flatMap((state) => [...slowReach(parts, one, state)]);
        const matches = slowMatching(parts, one);
        for (const [row, found] of columns) {
          // Columns contain no source ports, and they do not say whether a connection begins or ends at the device.
          // `isInside` therefore checks neither property. The row itself depends on both properties, so the test also
          // requires that the row matches the connection.
          const isMatched = STATES.some((state) => matches({ ...row, disabled: false }, state) !== "no");
          if (found.approximate || !isMatched || !isInside(found, one, false)) continue;
          if (entersAs(parts, one, row))
            expect({ one, row, reached: reached.includes(row) }).toEqual({ one, row, reached: true });
        }
      }
    }),
    { numRuns: 100 },
  );
});

test("a service of a calling row that was not understood leaves the row's other conditions in force", () => {
  const always = { families: [4], action: "ACCEPT" } as const;
  const services = [
    { members: [{ protocol: 6 }] },
    { members: [{ protocol: 17 }, { notUnderstood: "sctp" }] },
    { members: [{ notUnderstood: "dccp" }, { protocol: 6, ports: [[25, 25]] }], negated: true },
  ];
  const call = { ...always, number: 1, action: "JUMP", target: "called", service: services };
  const named = { kind: "policy", policyType: "SECURITY" };
  const interfaces = [{ name: "eth0", displayName: "eth0" }];
  const entries = [{ interface: null, direction: "FORWARD", families: [4], policies: ["calling"] }];
  const parts = [
    { ...named, name: "calling", displayName: "calling", rows: [call] },
    { ...named, name: "called", displayName: "called", rows: [{ ...always, number: 1 }] },
    { kind: "interfaces", interfaces, entries },
  ].map((part) => SnapshotPart.parse(part));
  const [service] = [...columnsOf(parts)].flatMap(([row, columns]) => (row.target ? [] : [columns.service]));
  const placeOf = (protocol: number, port: number) => placeOfProtocol(protocol) + port;
  const found = [placeOf(6, 80), placeOf(6, 25), placeOf(17, 80)].map((place) => has(service ?? noEdges, place));
  expect(found).toEqual([true, false, false]);
});

function columnsOf(parts: readonly SnapshotPart[]) {
  const assembled = assembleSnapshot(parts);
  if (!assembled.ok) throw new Error(assembled.problem);
  return effectiveColumns(assembled.snapshot, "SECURITY");
}

/**
 * Returns whether a connection lies inside the columns. A connection that begins at the device itself has no source
 * zone, and a connection that ends there has no destination zone. If the columns list zones, a connection without a
 * zone is inside only if `deviceToo` is true.
 */
function isInside(columns: EffectiveColumns | undefined, one: PlainConnection, deviceToo: boolean): boolean {
  if (!columns) return false;
  const place = placeOfProtocol(one.protocol) + one.selector;
  return (
    containsAddress(columns.source, one.family, one.source) &&
    containsAddress(columns.destination, one.family, one.destination) &&
    has(columns.service, place) &&
    hasZone(columns.sourceZones, one.from, deviceToo) &&
    hasZone(columns.destinationZones, one.to, deviceToo)
  );
}

function hasZone(zones: readonly string[] | null, name: string | null, deviceToo: boolean): boolean {
  if (zones === null) return true;
  return name === null ? deviceToo : zones.includes(name === "eth0" ? "inside" : name);
}

/**
 * Reports whether a connection can reach the policy of `row`. It can if it reaches an entry with this policy. It also
 * can if a policy of the entry calls this policy, directly or through other policies. The conditions of the calling
 * rows are ignored.
 *
 * If the connection begins or ends at the device itself, calls of policies are ignored, and an entry must have the
 * policy. The reason is that the columns of a called policy do not distinguish these connections from others. Such a
 * connection can be inside the columns even if no row calls the policy for it.
 */
function entersAs(parts: readonly SnapshotPart[], one: PlainConnection, row: SnapshotRow): boolean {
  const policies = slowPolicies(parts);
  const called = new Set(slowEntries(parts, one).flatMap((entry) => entry.policies));
  if (one.from === null || one.to === null) return [...called].some((name) => policies.get(name)?.includes(row));
  for (const name of called)
    for (const { target, disabled } of policies.get(name) ?? [])
      if (target !== undefined && !disabled) called.add(target);
  return [...called].some((name) => policies.get(name)?.includes(row));
}
