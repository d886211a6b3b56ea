import { CONNECTIONS } from "../columns/index-fields.ts";
import { documentFields } from "../row-index/row-document.ts";
import { APPLICATION_KEYS } from "../searching/entity-search.ts";
import { ENTITIES } from "../siql/schema/entities.ts";
import { searchedEntityRecord } from "./entity-record.ts";
import type { EntityChange } from "./entity-store.ts";
import { keyText, type PutEntity } from "./put-entity.ts";
import { readConnection } from "./read-connection.ts";

/** Returns the document that the index stores for an entity. */
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
 * Returns the keys by which searches link an application group with its applications. An application has one key, its
 * own. An application group without a device has one key for each application id in its list. An application group of a
 * device has two keys for each id, because the application may belong to the same device or to none.
 */
function applicationKeys({ kind, id, deviceId, applications }: PutEntity): readonly string[] {
  const keyOf = (application: string, of: number | null) =>
    keyText({ kind: "application", id: application, deviceId: of });
  if (kind === "application") return [keyOf(id, deviceId)];
  if (deviceId === null) return applications.map((one) => keyOf(one, null));
  return applications.flatMap((one) => [keyOf(one, deviceId), keyOf(one, null)]);
}
