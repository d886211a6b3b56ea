import type { IndexDefinition } from "@network-access/service-runtime/opensearch-alias";
import { ANY, HASH, propertyOf } from "../columns/index-fields.ts";
import type { RowEntity } from "../rows/row.ts";
import { EMPTY, PRESENT, PROPERTIES } from "../siql/compiling/compile-property.ts";
import type { AttributeType } from "../siql/schema/attribute.ts";
import { ENTITIES, STANZAS, type StanzaName } from "../siql/schema/entities.ts";

const TEXT = { type: "keyword", fields: { wild: { type: "wildcard" } } };
const NUMBER = { type: "double" };
const DATE = { type: "date", format: "epoch_millis" };

/** The field of a row that contains the version of the row's notes. */
export const NOTES_VERSION = "notes_version";

/**
 * The maximum number of fields in an index. Most fields are for documentation properties, whose values are stored in up
 * to 200 numbered slots. Each slot may have five fields: two for texts, and one each for numbers, booleans and dates.
 * If a property of another type takes over a slot, the slot's earlier fields remain in the index.
 */
const MOST_FIELDS = 2_000;

/**
 * The index fields that store an attribute, by the type of the attribute. The name of a field is
 * `propertyOf(stanza, attribute)`, followed by the field's key in this table.
 */
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

/** Returns the stanzas whose attributes the rows of an entity contain. */
export function stanzasOf(entity: RowEntity): readonly StanzaName[] {
  const { stanza, stanzas } = ENTITIES[entity];
  return stanzas.some((one) => one === "policy") && stanza !== "policy" ? [stanza, "policy"] : [stanza];
}

/** Returns the fields for the attributes of a stanza. */
export function attributeFields(stanza: StanzaName): Readonly<Record<string, object>> {
  const fields: Record<string, object> = {};
  for (const { name, type, computed } of STANZAS[stanza])
    if (!computed)
      for (const [suffix, mapping] of Object.entries(FIELDS[type])) fields[propertyOf(stanza, name) + suffix] = mapping;
  return fields;
}

/**
 * Returns the definition of the index of one entity. The index is sorted in the default order of searches, so that the
 * first page of a search in this order requires no sorting.
 */
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
    // Only the script of update-notes.ts reads this field.
    [NOTES_VERSION]: { type: "long", index: false, doc_values: false },
    // The record is stored as JSON, so that its members remain in order.
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
