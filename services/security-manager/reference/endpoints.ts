import { ENTITIES, type Entity, type EntityName, type StanzaName } from "../src/siql/schema/entities.ts";

/** The search endpoints and the entities that they search, in the order in which the SIQL reference lists them. */
export const ENDPOINTS = Object.entries(ENTITIES) as readonly (readonly [EntityName, Entity])[];

/** Returns the endpoints whose queries may contain filters of this stanza, such as `device{...}`. */
export function endpointsOf(stanza: StanzaName): readonly EntityName[] {
  return ENDPOINTS.flatMap(([name, { stanzas }]) => (stanzas.includes(stanza) ? [name] : []));
}

/**
 * Returns the endpoint that searches the records that a stanza describes. Returns undefined if there is no such endpoint:
 * the stanza is then used only in filters on other endpoints.
 */
export function ownEndpointOf(stanza: StanzaName): readonly [EntityName, Entity] | undefined {
  return ENDPOINTS.find(([, entity]) => entity.stanza === stanza);
}

/** The endpoints whose records take the pipe `fields`. */
export const ENDPOINTS_WITH_FIELDS = ENDPOINTS.flatMap(([name, { fields }]) => (fields.length > 0 ? [name] : []));
