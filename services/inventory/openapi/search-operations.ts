import { answering } from "@network-access/service-runtime/refusal-responses";
import { type Json, ref } from "@network-access/service-runtime/schema-text";
import { MOST_CHARACTERS } from "../src/search/guard-query.ts";
import { sortFields } from "../src/search/query-fields.ts";
import { DEFAULT_SIZE, LARGEST_SIZE } from "../src/search/search-items.ts";
import { RESULT_WINDOW } from "../src/search-index/index-mapping.ts";
import { refusing } from "./refusals.ts";

const field = `-?(${sortFields.join("|")})`;
const page = answering("The page.", ref("schemas", "ItemPage"));
const warning = {
  description: "Begins with 110 when the index is more than ten seconds behind.",
  schema: { type: "string" },
};

const searchItems = {
  operationId: "searchItems",
  tags: ["Items"],
  summary: "Items that match a query",
  description: [
    "Read from the index, which is about a second behind the database. Pages reach the first 10,000 matches; narrow the query",
    "for more. Items without the sort field come last in both directions, and ties are in the order of the keys, so pages",
    "neither repeat nor skip items. The attributes `item` are left out; `POST /inventory/item` has them.",
  ].join(" "),
  security: [{ idToken: [] }],
  parameters: [
    {
      name: "query",
      in: "query",
      description:
        'Lucene syntax over the top-level fields: `region:"eu-central-1" AND tags.stage:"prod"`, `ip:"10.1.0.0/16"`, or words, which are searched in all texts. Absent or empty: all items.',
      schema: { type: "string", maxLength: MOST_CHARACTERS },
      examples: {
        subnet: { summary: "Items with an address in a subnet", value: 'ip:"10.1.0.0/16"' },
        words: { summary: "Words anywhere", value: "web prod" },
      },
    },
    {
      name: "sort",
      in: "query",
      description: "Comma-separated fields, `-` for descending. Absent: by key.",
      schema: { type: "string", pattern: `^(${field}(,${field})*)?$` },
      example: "-lastSeenAt,name",
    },
    {
      name: "from",
      in: "query",
      description: `How many matches to skip. \`from\` and \`size\` together are at most ${RESULT_WINDOW}.`,
      schema: { type: "integer", minimum: 0, maximum: RESULT_WINDOW - 1, default: 0 },
    },
    {
      name: "size",
      in: "query",
      description: "Maximum number of items of the page.",
      schema: { type: "integer", minimum: 1, maximum: LARGEST_SIZE, default: DEFAULT_SIZE },
    },
  ],
  responses: {
    200: { ...page, headers: { "X-Request-Id": ref("headers", "X-Request-Id"), Warning: warning } },
    ...refusing(),
  },
};

const listTypes = {
  operationId: "listItemTypes",
  tags: ["Items"],
  summary: "The types of items",
  description: "Read from the index, which is about a second behind the database.",
  security: [{ idToken: [] }],
  responses: {
    200: answering("Every type with its name and the number of its items.", ref("schemas", "ItemTypes"), [
      { type: "aws.ec2.instance", typeName: "EC2 instance", count: 1_204 },
    ]),
    ...refusing(),
  },
};

export const searchPaths: Json = { "/inventory": { get: searchItems }, "/inventory/type-names": { get: listTypes } };
