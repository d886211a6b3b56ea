import { type AddressResolver, createAddressResolver } from "@network-access/estate-model/resolve-addresses";
import { createServiceResolver, type ServiceResolver } from "@network-access/estate-model/resolve-services";
import type { Snapshot } from "@network-access/estate-model/snapshot";
import type { SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { type ColumnTexts, createColumnTexts } from "./column-texts.ts";

/** The revision in which a row last changed, and the kind of change. */
export interface RowChange {
  readonly revision: number;
  readonly kind: "ADDED" | "CHANGED";
}

/**
 * The id of a row, and the times of its creation and its last change. A row of the next revision that matches this row
 * gets the same id.
 */
export interface RowIdentity {
  readonly id: string;
  /**
   * The time at which the row was created, in milliseconds since 1970. Null for a row that the first revision of the
   * device already had.
   */
  readonly created: number | null;
  readonly lastChanged: number | null;
  readonly lastChange?: RowChange;
}

/** The data of a revision from which its rows are made. */
export interface RevisionModel {
  readonly deviceId: number;
  readonly snapshot: Snapshot;
  readonly identities: ReadonlyMap<SnapshotRow, RowIdentity>;
  readonly addresses: AddressResolver;
  readonly services: ServiceResolver;
  readonly texts: ColumnTexts;
}

export function createRevisionModel(given: Pick<RevisionModel, "deviceId" | "snapshot" | "identities">): RevisionModel {
  const addresses = createAddressResolver(given.snapshot);
  const services = createServiceResolver(given.snapshot);
  return { ...given, addresses, services, texts: createColumnTexts({ ...given, addresses, services }) };
}
