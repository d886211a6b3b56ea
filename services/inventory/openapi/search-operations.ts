import { MOST_CHARACTERS } from "../src/search/guard-query.ts";
import { sortFields } from "../src/search/query-fields.ts";
import { DEFAULT_SIZE, LARGEST_SIZE, WINDOW } from "../src/search/search-items.ts";
import { answering, refusing } from "./refusals.ts";
import { type Json, ref } from "./schema-text.ts";

const field = `-?(${sortFields.join("|")})`;
const page = answering("The page.", ref("schemas", "ItemPage"));
const warning = {
  description: "Begins with 110 when the index lacks uploads for more than ten seconds.",
  schema: { type: "string" },
};

const searchItems = {
  operationId: "searchItems",
  tags: ["Items"],
  summary: "Items that match a query",
  description: [
    "Found in the index, which follows the record within about a second. `from` and `size` together reach 10,000 matches;",
    "what lies beyond wants a narrower query. Items without the field that is sorted by come last either way, and the key",
    "breaks every tie, so pages neither repeat nor skip. The attributes `item` are left out; `POST /inventory/item` has them.",
  ].join(" "),
  security: [{ idToken: [] }],
  parameters: [
    {
      name: "query",
      in: "query",
      description:
        'Lucene syntax over the top-level fields: `region:"eu-central-1" AND tags.stage:"prod"`, `ip:"10.1.0.0/16"`, or words, which are looked for everywhere. Left out or empty: all items.',
      schema: { type: "string", maxLength: MOST_CHARACTERS },
      examples: {
        subnet: { summary: "Items with an address in a subnet", value: 'ip:"10.1.0.0/16"' },
        words: { summary: "Words anywhere", value: "web prod" },
      },
    },
    {
      name: "sort",
      in: "query",
      description: "Fields with commas between, `-` in front of what falls. Left out: by key.",
      schema: { type: "string", pattern: `^(${field}(,${field})*)?$` },
      example: "-lastSeenAt,name",
    },
    {
      name: "from",
      in: "query",
      description: `How many matches to skip. \`from\` and \`size\` together are at most ${WINDOW}.`,
      schema: { type: "integer", minimum: 0, maximum: WINDOW - 1, default: 0 },
    },
    {
      name: "size",
      in: "query",
      description: "How many items the page has.",
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
  summary: "Which types of items there are",
  description: "From the index, so it follows the record within about a second.",
  security: [{ idToken: [] }],
  responses: {
    200: answering("Every type with its name and how many items have it.", ref("schemas", "ItemTypes"), [
      { type: "aws.ec2.instance", typeName: "EC2 instance", count: 1_204 },
    ]),
    ...refusing(),
  },
};

export const searchPaths: Json = { "/inventory": { get: searchItems }, "/inventory/type-names": { get: listTypes } };
