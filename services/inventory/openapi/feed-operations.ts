import { type Json, ref } from "@network-access/service-runtime/schema-text";
import { feedFormats } from "../src/feeds/render-feed.ts";
import { refusing } from "./refusals.ts";

const text = (description: string): Json => ({ description, schema: { type: "string" } });

const listHeaders = {
  "X-Request-Id": ref("headers", "X-Request-Id"),
  ETag: text("Strong; differs by format and by encoding. Equal ETags mean equal bytes."),
  "X-Group-Revision": text("The revision of the members; raised only when the addresses change."),
  "Cache-Control": text("Always `private, no-cache`: the list may be cached, and must be revalidated before each use."),
  Vary: text("Always `accept-encoding`."),
  Warning: text("Begins with 110 when newer addresses may exist that can't be read or are not computed yet."),
};

const readFeed = {
  operationId: "readFeed",
  tags: ["Feeds"],
  summary: "The addresses of a group",
  description: [
    "The members of the group as the fewest CIDRs, IPv4 first, ascending; single hosts have no prefix. A group without",
    "addresses is one comment line as `text` and an empty list otherwise. While the database is unavailable the last list",
    "is served with `Warning`, else 503: an outage is never answered with 401 or an empty list.",
  ].join(" "),
  security: [{ feedToken: [] }, { feedTokenByBasic: [] }],
  parameters: [
    {
      name: "groupId",
      in: "path",
      required: true,
      description: "The id of the group, percent-encoded, including `/`.",
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
      description: "Maximum number of entries of the consumer. A longer list is refused with 507 and never truncated.",
      schema: { type: "integer", minimum: 1, maximum: 999_999_999 },
    },
    {
      name: "If-None-Match",
      in: "header",
      description: "One or more ETags of lists that the consumer has; answered with 304 when one is current.",
      schema: { type: "string" },
    },
  ],
  responses: {
    200: {
      description: "The list. Packed with gzip where `Accept-Encoding` prefers that.",
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
    304: { description: "The consumer has the current list.", headers: listHeaders },
    ...refusing(410, 507),
  },
};

export const feedPaths: Json = { "/groups/{groupId}/addresses": { get: readFeed } };
