import { feedFormats } from "../src/feeds/render-feed.ts";
import { refusing } from "./refusals.ts";
import { type Json, ref } from "./schema-text.ts";

const text = (description: string): Json => ({ description, schema: { type: "string" } });

const listHeaders = {
  "X-Request-Id": ref("headers", "X-Request-Id"),
  ETag: text("Strong; each format has one, packed and unpacked. The same ETag means the same bytes."),
  "X-Group-Revision": text("The revision of the members; it rises when the addresses change, and only then."),
  "Cache-Control": text("Always `private, no-cache`: keep the list, ask before you use it."),
  Vary: text("Always `accept-encoding`."),
  Warning: text("Begins with 110 when there may be newer addresses that can't be read or are not computed yet."),
};

const readFeed = {
  operationId: "readFeed",
  tags: ["Feeds"],
  summary: "The addresses of a group",
  description: [
    "The members of the group as the fewest CIDRs, IPv4 first, ascending; single hosts stand without a prefix. A group",
    "without addresses is one comment line as `text` and an empty list otherwise. While the record is away the last list",
    "is served with `Warning`, else 503: neither 401 nor an empty list ever means that something is broken here.",
  ].join(" "),
  security: [{ feedToken: [] }, { feedTokenByBasic: [] }],
  parameters: [
    {
      name: "groupId",
      in: "path",
      required: true,
      description: "The id of the group; percent-encoded, a `/` too.",
      schema: { type: "string" },
    },
    {
      name: "format",
      in: "query",
      description:
        "`text` is one entry per line; `csv` has the columns address and family (4 or 6); `checkpoint` is a generic data centre file with one object.",
      schema: { type: "string", enum: [...feedFormats], default: feedFormats[0] },
    },
    {
      name: "max",
      in: "query",
      description:
        "How many entries the consumer can hold. A longer list is refused with 507 instead of being cut there.",
      schema: { type: "integer", minimum: 1, maximum: 999_999_999 },
    },
    {
      name: "If-None-Match",
      in: "header",
      description: "The ETag of the list you hold, or several; answered with 304 while it is still right.",
      schema: { type: "string" },
    },
  ],
  responses: {
    200: {
      description: "The list. Packed with gzip where `Accept-Encoding` welcomes that.",
      headers: listHeaders,
      content: {
        "text/plain": { schema: { type: "string" }, example: "10.1.2.0/24\n10.9.0.5\n2001:db8::1\n" },
        "text/csv": { schema: { type: "string" }, example: "address,family\n10.1.2.0/24,4\n" },
        "application/json": {
          schema: { anyOf: [ref("schemas", "FeedList"), ref("schemas", "GenericDataCenter")] },
          example: {
            groupId: "web",
            revision: 7,
            updatedAt: "2026-11-20T04:00:00.000Z",
            addresses: ["10.1.2.0/24", "10.9.0.5"],
          },
        },
      },
    },
    304: { description: "You hold the list of now.", headers: listHeaders },
    ...refusing(410, 507),
  },
};

export const feedPaths: Json = { "/groups/{groupId}/addresses": { get: readFeed } };
