import type { IndexDefinition } from "@network-access/service-runtime/opensearch-alias";
import { ANY, HASH, propertyOf } from "../columns/index-fields.ts";
import type { RowEntity } from "../rows/row.ts";
import { EMPTY, PRESENT, PROPERTIES } from "../siql/compiling/compile-property.ts";
import type { AttributeType } from "../siql/schema/attribute.ts";
import { ENTITIES, STANZAS, type StanzaName } from "../siql/schema/entities.ts";

const TEXT = { type: "keyword", fields: { wild: { type: "wildcard" } } };
const NUMBER = { type: "double" };
const DATE = { type: "date", format: "epoch_millis" };

/** Which version of its rule's notes a row shows. */
export const NOTES_VERSION = "notes_version";

/** Slots of properties may take three fields each, and a slot may have had other types. */
const MOST_FIELDS = 2_000;

/** The fields of an attribute in the mapping, by what is behind its name. */
const FIELDS: Readonly<Record<AttributeType, Readonly<Record<string, object>>>> = {
  string: { "": TEXT },
  array: { "": TEXT },
  enum: { "": { type: "keyword" } },
  uuid: { "": { type: "keyword" } },
  number: { "": NUMBER },
  boolean: { "": { type: "boolean" } },
  date: { "": DATE },
  network: { "": { type: "ip_range" }, [HASH]: { type: "keyword" }, [ANY]: { type: "boolean" } },
  service: { "": { type: "integer_range" }, [HASH]: { type: "keyword" }, [ANY]: { type: "boolean" } },
};

/** The stanzas whose attributes stand in the rows of an entity. */
export function stanzasOf(entity: RowEntity): readonly StanzaName[] {
  const { stanza, stanzas } = ENTITIES[entity];
  return stanzas.some((one) => one === "policy") && stanza !== "policy" ? [stanza, "policy"] : [stanza];
}

/** The fields of a stanza's attributes. */
export function attributeFields(stanza: StanzaName): Readonly<Record<string, object>> {
  const fields: Record<string, object> = {};
  for (const { name, type, computed } of STANZAS[stanza])
    if (!computed)
      for (const [suffix, mapping] of Object.entries(FIELDS[type])) fields[propertyOf(stanza, name) + suffix] = mapping;
  return fields;
}

/** The index of one entity. Its own order is the default one of searches, so that a first page sorts nothing. */
export function rowIndexDefinition(entity: RowEntity): IndexDefinition {
  const properties: Record<string, object> = {
    revision: { type: "integer" },
    device: { type: "integer" },
    device_name: { type: "keyword" },
    policy_place: { type: "integer" },
    place: { type: "integer" },
    row_id: { type: "keyword" },
    [PRESENT]: { type: "integer" },
    [EMPTY]: { type: "integer" },
    [PROPERTIES]: { type: "object", dynamic: true },
    // Read by the script of update-notes.ts alone.
    [NOTES_VERSION]: { type: "long", index: false, doc_values: false },
    // As JSON, so that its members keep their order.
    record: { type: "keyword", index: false, doc_values: false },
  };
  for (const stanza of stanzasOf(entity)) Object.assign(properties, attributeFields(stanza));
  return {
    settings: {
      number_of_shards: 1,
      number_of_replicas: 0,
      refresh_interval: "5s",
      "mapping.total_fields.limit": MOST_FIELDS,
      "sort.field": ["device", "policy_place", "place"],
      "sort.order": ["asc", "asc", "asc"],
    },
    mappings: {
      dynamic: false,
      dynamic_templates: [
        template("s", TEXT),
        template("n", NUMBER),
        template("b", { type: "boolean" }),
        template("d", DATE),
      ],
      properties,
    },
  };
}

function template(letter: string, mapping: object) {
  return { [letter]: { path_match: `${PROPERTIES}.${letter}_*`, mapping } };
}
