import type { PutEntityName } from "../siql/schema/entities.ts";

/** A connection of an application, as a client sent it. Its sources, destinations and services are operands of SIQL. */
export interface WrittenConnection {
  readonly source: readonly string[];
  readonly destination: readonly string[];
  readonly service: readonly string[];
  readonly comment: string;
}

/** The key of an entity. The id is unique among the entities of the same kind and device. */
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
  /** The connections of an application. Empty for other entities. */
  readonly connections: readonly WrittenConnection[];
  /**
   * The ids of the applications in an application group. Each application belongs to the group's device or to no
   * device. Empty for entities of other kinds.
   */
  readonly applications: readonly string[];
}

/** Returns the key as one text. */
export function keyText({ kind, deviceId, id }: EntityKey): string {
  return `${kind}/${deviceId ?? "-"}/${id}`;
}

/**
 * The maximum number of entities of one kind that belong to one device. At most the same number of entities of one kind
 * may have no device.
 */
export const MOST_ENTITIES = 50_000;
