import { ENTITIES, type Entity, type EntityName, type StanzaName } from "../src/siql/schema/entities.ts";

/**
 * Pairs each search endpoint with the kind of record (entity) that the endpoint finds. The SIQL reference lists the
 * endpoints in this order.
 */
export const ENDPOINTS = Object.entries(ENTITIES) as readonly (readonly [EntityName, Entity])[];

/** Returns the endpoints whose queries may contain filters of a stanza (a kind of record, such as `device`). */
export function endpointsOf(stanza: StanzaName): readonly EntityName[] {
  return ENDPOINTS.flatMap(([name, { stanzas }]) => (stanzas.includes(stanza) ? [name] : []));
}

/**
 * Returns the endpoint that searches the records of a stanza (a kind of record, such as `device`). Returns undefined if
 * the stanza can only narrow the searches of other endpoints.
 */
export function ownEndpointOf(stanza: StanzaName): readonly [EntityName, Entity] | undefined {
  return ENDPOINTS.find(([, entity]) => entity.stanza === stanza);
}

/** The endpoints whose records take the pipe `fields`. */
export const ENDPOINTS_WITH_FIELDS = ENDPOINTS.flatMap(([name, { fields }]) => (fields.length > 0 ? [name] : []));
