import type { IndexDefinition } from "@network-access/service-runtime/opensearch-alias";
import { CONNECTIONS } from "../columns/index-fields.ts";
import { attributeFields } from "../row-index/row-mapping.ts";
import { APPLICATION_KEYS } from "../searching/entity-search.ts";
import { defaultOrder } from "../siql/compiling/compile-sort.ts";
import { ENTITIES, type PutEntityName } from "../siql/schema/entities.ts";

/**
 * Returns the definition of the index for entities of a kind. The index is stored in the default order of searches. The
 * index of applications is not sorted, because it has nested documents.
 */
export function entityIndexDefinition(kind: PutEntityName): IndexDefinition {
  const isNested = kind === "application";
  const order = defaultOrder(kind);
  return {
    settings: {
      number_of_shards: 1,
      number_of_replicas: 0,
      refresh_interval: "5s",
      // OpenSearch keeps the version of a deleted entity for this long, in order to reject older versions. After this
      // time, no request that writes an older version is still running.
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
        // The record is stored as JSON, so that its members remain in order.
        record: { type: "keyword", index: false, doc_values: false },
        ...attributeFields(ENTITIES[kind].stanza),
        ...(isNested && {
          [CONNECTIONS]: { type: "nested", dynamic: false, properties: attributeFields("connection") },
        }),
      },
    },
  };
}
