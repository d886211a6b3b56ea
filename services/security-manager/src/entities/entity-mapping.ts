import type { IndexDefinition } from "@network-access/service-runtime/opensearch-alias";
import { CONNECTIONS } from "../columns/index-fields.ts";
import { attributeFields } from "../row-index/row-mapping.ts";
import { APPLICATION_KEYS } from "../searching/entity-search.ts";
import { defaultOrder } from "../siql/compiling/compile-sort.ts";
import { ENTITIES, type PutEntityName } from "../siql/schema/entities.ts";

/** The index of one kind. The default order of searches is its own, except where it has nested documents. */
export function entityIndexDefinition(kind: PutEntityName): IndexDefinition {
  const isNested = kind === "application";
  const order = defaultOrder(kind);
  return {
    settings: {
      number_of_shards: 1,
      number_of_replicas: 0,
      refresh_interval: "5s",
      // Longer than any write of an older version may be on its way.
      gc_deletes: "10m",
      ...(!isNested && { "sort.field": order, "sort.order": order.map(() => "asc") }),
    },
    mappings: {
      dynamic: false,
      properties: {
        device: { type: "integer" },
        device_name: { type: "keyword" },
        row_id: { type: "keyword" },
        [APPLICATION_KEYS]: { type: "keyword" },
        // As JSON, so that its members keep their order.
        record: { type: "keyword", index: false, doc_values: false },
        ...attributeFields(ENTITIES[kind].stanza),
        ...(isNested && {
          [CONNECTIONS]: { type: "nested", dynamic: false, properties: attributeFields("connection") },
        }),
      },
    },
  };
}
