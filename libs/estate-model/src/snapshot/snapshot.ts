import type {
  PolicyPart,
  SnapshotEntry,
  SnapshotInterface,
  SnapshotObject,
  SnapshotPart,
  SnapshotRoute,
  SnapshotRow,
} from "@network-access/service-contracts/device-snapshot";

export type NetworkObject = Extract<SnapshotObject, { kind: "network" }>;
export type ServiceObject = Extract<SnapshotObject, { kind: "service" }>;
export type ScheduleObject = Extract<SnapshotObject, { kind: "schedule" }>;
export type NotUnderstoodLine = Extract<SnapshotPart, { kind: "notUnderstood" }>["lines"][number];

export interface Policy extends Omit<PolicyPart, "kind" | "rows"> {
  readonly rows: readonly SnapshotRow[];
}

/** The assembled parts of one snapshot. Each name to which a part refers is defined in one of the parts. */
export interface Snapshot {
  /** Policies by name, in the order of the parts. */
  readonly policies: ReadonlyMap<string, Policy>;
  readonly networkObjects: ReadonlyMap<string, NetworkObject>;
  readonly serviceObjects: ReadonlyMap<string, ServiceObject>;
  readonly schedules: ReadonlyMap<string, ScheduleObject>;
  readonly interfaces: ReadonlyMap<string, SnapshotInterface>;
  readonly entries: readonly SnapshotEntry[];
  /** Routes by the name of their virtual router. */
  readonly routes: ReadonlyMap<string, readonly SnapshotRoute[]>;
  readonly notUnderstood: readonly NotUnderstoodLine[];
  /** Configuration texts by the name of their file. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The bounds of a snapshot. */
export const SNAPSHOT_BOUNDS = {
  rules: 50_000,
  objects: 100_000,
  routes: 100_000,
  textBytes: 32 * 1_024 * 1_024,
  nestedCalls: 64,
  nestedObjects: 64,
} as const;
