import type { PutEntityName } from "../siql/schema/entities.ts";

/** A connection of an application, as a client wrote it: its sides and services are operands of SIQL. */
export interface WrittenConnection {
  readonly source: readonly string[];
  readonly destination: readonly string[];
  readonly service: readonly string[];
  readonly comment: string;
}

/** Identifies an entity. Its id is unique among the entities of its kind and device. */
export interface EntityKey {
  readonly kind: PutEntityName;
  readonly id: string;
  /** Null means an entity without a device. */
  readonly deviceId: number | null;
}

/** An entity that a client has put. */
export interface PutEntity extends EntityKey {
  readonly name: string;
  readonly displayName: string;
  readonly comment: string;
  /** Of an application. */
  readonly connections: readonly WrittenConnection[];
  /** Of an application group: the ids of its applications, which are those of its device and those of none. */
  readonly applications: readonly string[];
}

/** Returns the key as one text. */
export function keyText({ kind, deviceId, id }: EntityKey): string {
  return `${kind}/${deviceId ?? "-"}/${id}`;
}

/** What one client may hold of a kind for one device, or for none. */
export const MOST_ENTITIES = 50_000;
