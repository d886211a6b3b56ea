import { CONNECTIONS } from "../columns/index-fields.ts";
import { documentFields } from "../row-index/row-document.ts";
import { APPLICATION_KEYS } from "../searching/entity-search.ts";
import { ENTITIES } from "../siql/schema/entities.ts";
import { searchedEntityRecord } from "./entity-record.ts";
import type { EntityChange } from "./entity-store.ts";
import { keyText, type PutEntity } from "./put-entity.ts";
import { readConnection } from "./read-connection.ts";

/** What the index keeps of an entity. */
export function entityDocument({ entity, deviceName }: Pick<EntityChange, "entity" | "deviceName">): object {
  const { kind, id, name, displayName, deviceId, comment, connections } = entity;
  return {
    ...(deviceId !== null && { device: deviceId, device_name: deviceName }),
    ...{ row_id: id, record: JSON.stringify(searchedEntityRecord(entity)) },
    ...documentFields(ENTITIES[kind].stanza, { id, name, displayName, device: deviceId, comment }),
    ...(kind === "application" && {
      [CONNECTIONS]: connections.map((one) => documentFields("connection", { ...readConnection(one) })),
    }),
    [APPLICATION_KEYS]: applicationKeys(entity),
  };
}

/**
 * Returns the key of an application, or the keys that the applications of a group may have. An id in a group may belong
 * to an application of the group's device or to one without a device, so both keys are returned.
 */
function applicationKeys({ kind, id, deviceId, applications }: PutEntity): readonly string[] {
  const keyOf = (application: string, of: number | null) =>
    keyText({ kind: "application", id: application, deviceId: of });
  if (kind === "application") return [keyOf(id, deviceId)];
  if (deviceId === null) return applications.map((one) => keyOf(one, null));
  return applications.flatMap((one) => [keyOf(one, deviceId), keyOf(one, null)]);
}
