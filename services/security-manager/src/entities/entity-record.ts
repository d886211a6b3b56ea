import { DOMAIN } from "../access/estate-caller.ts";
import type { PutEntity, WrittenConnection } from "./put-entity.ts";

/**
 * Limits of an entity's record in lists and searches. The record shows at most `MOST_CONNECTIONS` connections and
 * `MOST_APPLICATIONS` applications. For each side of a connection (source, destination or service), the record shows at
 * most `MOST_OPERANDS` operands.
 */
const MOST_CONNECTIONS = 100;
const MOST_OPERANDS = 20;
const MOST_APPLICATIONS = 100;

/** Returns an entity as responses show it. The name of the entity's device is not included. */
export function entityRecord({ kind, id, name, displayName, deviceId, comment, ...entity }: PutEntity) {
  return {
    ...{ id, matchId: id, domainId: DOMAIN, name, displayName, device: deviceId, comment },
    ...(kind === "application" && { connections: entity.connections }),
    ...(kind === "applicationgroup" && { applications: entity.applications }),
  };
}

/**
 * Returns an entity in the form that searches and lists return. If the entity has too many connections, applications or
 * operands, this form omits the last ones and contains `truncated: true`.
 */
export function searchedEntityRecord(entity: PutEntity) {
  const cut = {
    ...entity,
    connections: entity.connections.slice(0, MOST_CONNECTIONS).map(cutConnection),
    applications: entity.applications.slice(0, MOST_APPLICATIONS),
  };
  const isCut =
    entity.connections.length > MOST_CONNECTIONS ||
    entity.applications.length > MOST_APPLICATIONS ||
    cut.connections.some(({ truncated }) => truncated);
  return { ...entityRecord(cut), ...(isCut && { truncated: true }) };
}

function cutConnection({ source, destination, service, comment }: WrittenConnection) {
  const sides = [source, destination, service];
  return {
    source: source.slice(0, MOST_OPERANDS),
    destination: destination.slice(0, MOST_OPERANDS),
    service: service.slice(0, MOST_OPERANDS),
    comment,
    ...(sides.some((side) => side.length > MOST_OPERANDS) && { truncated: true }),
  };
}
