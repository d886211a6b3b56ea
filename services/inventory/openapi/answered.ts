import { schemaText } from "@network-access/service-runtime/schema-text";
import { z } from "zod";
import { CleanUpBody } from "../src/schemas/clean-up-schema.ts";
import { ItemKeyBody, UploadedItem } from "../src/schemas/item-schema.ts";
import { UploadBody } from "../src/schemas/upload-schema.ts";
import { LARGEST_SIZE } from "../src/search/search-items.ts";
import { RESULT_WINDOW } from "../src/search-index/index-mapping.ts";

const at = (description: string) =>
  z.string().meta({ format: "date-time", description, examples: ["2026-11-20T04:00:00.000Z"] });
const unknownIsNull = z.string().nullable();

/** An item in search results. Unknown values are null. */
const itemFound = z.object({
  accountId: z.string(),
  region: z.string(),
  type: z.string(),
  id: z.string(),
  cloudAccountId: unknownIsNull,
  name: unknownIsNull,
  typeName: unknownIsNull,
  ips: z.array(z.string()).meta({
    description: "Canonical: addresses without prefix, or CIDRs.",
    examples: [["10.1.2.5", "10.1.3.0/24", "2001:db8::1"]],
  }),
  hostname: unknownIsNull,
  macAddress: unknownIsNull.meta({ description: "In lower case with colons.", examples: ["00:1a:2b:3c:4d:5e"] }),
  tags: z.record(z.string(), z.string()),
  vendor: unknownIsNull,
  connectorId: unknownIsNull.meta({ description: "The connector that owns it; null when that connector was removed." }),
  firstSeenAt: at("When it was first uploaded."),
  lastSeenAt: at("When it was last uploaded, changed or not."),
  lastChangedAt: at("When an upload last changed it."),
});

const count = z.int().min(0);
const itemPage = z.object({
  pageInfo: z.object({
    total: count
      .max(RESULT_WINDOW)
      .meta({ description: `Number of matches: exact up to ${RESULT_WINDOW}, and ${RESULT_WINDOW} beyond.` }),
    from: count.max(RESULT_WINDOW),
    size: count.min(1).max(LARGEST_SIZE),
  }),
  items: z.array(itemFound).max(LARGEST_SIZE),
});

const itemTypes = z.array(
  z.object({
    type: z.string(),
    typeName: unknownIsNull.meta({ description: "The display name of the type." }),
    count: count.meta({ description: "How many items have this type." }),
  }),
);

const item = itemFound.extend({
  item: z.record(z.string(), z.unknown()).nullable().meta({
    description:
      "The raw attributes, as they were uploaded. A number may have more digits than 64-bit floating point holds: use a parser that keeps them.",
  }),
});

const rejectedItem = z.object({
  index: count.meta({ description: "Its place in the upload, from 0." }),
  key: z
    .object({ accountId: z.string(), region: z.string(), type: z.string(), id: z.string() })
    .nullable()
    .meta({ description: "Null when the key is invalid." }),
  field: z.string().meta({ description: "The field of the first error.", examples: ["items[3].ips[0]"] }),
  message: z.string().meta({ description: "The error, and what to change." }),
});

const uploadAnswer = z
  .object({
    discoveryId: z.string(),
    accepted: count.meta({ description: "New or changed." }),
    unchanged: count.meta({ description: "Unchanged; only marked as seen." }),
    rejected: z.array(rejectedItem).max(1_000).meta({ description: "The rejected items, each with its reason." }),
  })
  .meta({ description: "accepted, unchanged and rejected add up to the number of sent items." });

const addresses = z.array(z.string()).meta({ examples: [["10.1.2.0/24", "10.9.0.5", "2001:db8::1"]] });

/** A feed in the format `json`. */
const feedList = z.object({
  groupId: z.string(),
  revision: count.meta({ description: "The revision of the members, as in X-Group-Revision." }),
  updatedAt: at("When the addresses last changed."),
  addresses,
});

/** A feed in the format `checkpoint`. */
const genericDataCenter = z.object({
  version: z.literal("1.0"),
  description: z.string(),
  objects: z
    .array(
      z.object({
        name: z.string().meta({ description: "The id of the group." }),
        id: z.uuid().meta({ description: "Stays the same as long as the group exists." }),
        description: z.string(),
        ranges: addresses,
      }),
    )
    .length(1),
});

const cleanUpAnswer = z.object({
  discoveryId: z.string(),
  removed: count.meta({ description: "Number of removed items." }),
  kept: count.meta({ description: "Number of items in the scope that the run saw." }),
});

/** The schemas of request and response bodies. The keys are the schemas' names in the OpenAPI description. */
export const bodySchemas = {
  ItemKey: schemaText(ItemKeyBody),
  UploadedItem: schemaText(UploadedItem),
  Upload: schemaText(UploadBody),
  UploadAnswer: schemaText(uploadAnswer),
  CleanUp: schemaText(CleanUpBody),
  CleanUpAnswer: schemaText(cleanUpAnswer),
  Item: schemaText(item),
  ItemPage: schemaText(itemPage),
  ItemTypes: schemaText(itemTypes),
  FeedList: schemaText(feedList),
  GenericDataCenter: schemaText(genericDataCenter),
};
