import { answering } from "@network-access/service-runtime/refusal-responses";
import { type Json, ref } from "@network-access/service-runtime/schema-text";
import { refusing } from "./refusals.ts";

const key = {
  accountId: "4f6d2c1e-8f3b-4a57-9c61-2f9d2b8e1a77",
  region: "eu-central-1",
  type: "aws.ec2.instance",
  id: "i-0a1b2c3d4e5f",
};

const readOneItem = {
  operationId: "readItem",
  tags: ["Items"],
  summary: "One item by its key",
  description: "Read from the database, so it is always current.",
  security: [{ idToken: [] }],
  requestBody: {
    required: true,
    content: { "application/json": { schema: ref("schemas", "ItemKey"), example: key } },
  },
  responses: { 200: answering("The item.", ref("schemas", "Item")), ...refusing(404, 413, 415) },
};

const uploadItems = {
  operationId: "uploadItems",
  tags: ["Connectors"],
  summary: "Uploads items",
  description: [
    "Every item is accepted or rejected by itself: an invalid one never blocks a valid one. Sending the same again only",
    "updates when it was last seen, so an upload whose response was lost can be sent again. Of a key sent twice in one",
    "upload the last valid item counts, and the earlier one is rejected. At most 16 MiB after unpacking;",
    "`Content-Encoding: gzip` is supported. Of a member that occurs twice in one JSON object the last one counts.",
  ].join(" "),
  security: [{ connector: [] }],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: ref("schemas", "Upload"),
        example: {
          discoveryId: "2026-11-20T04:00Z",
          items: [{ ...key, name: "web-prod-01", ips: ["10.1.2.5"], tags: { application: "payments" } }],
        },
      },
    },
  },
  responses: {
    200: answering("The result for each item.", ref("schemas", "UploadAnswer"), {
      discoveryId: "2026-11-20T04:00Z",
      accepted: 1,
      unchanged: 0,
      rejected: [],
    }),
    ...refusing(409, 413, 415, 429),
  },
};

const cleanUp = {
  operationId: "cleanUpItems",
  tags: ["Connectors"],
  summary: "Removes items that a run did not see",
  description: [
    "Closes the run and removes every item of this connector, within the scope of the run, that no upload of the run",
    "contained. Repeating it gives the same result. Refused, with the counts, when the run never uploaded, is not the",
    "newest or would remove everything, and without `force` when it would remove more than 100 items and more than 30 %",
    "of them.",
  ].join(" "),
  security: [{ connector: [] }],
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: ref("schemas", "CleanUp"), example: { discoveryId: "2026-11-20T04:00Z" } },
    },
  },
  responses: {
    200: answering("The counts of items.", ref("schemas", "CleanUpAnswer"), {
      discoveryId: "2026-11-20T04:00Z",
      removed: 3,
      kept: 1_204,
    }),
    ...refusing(413, 415),
    409: {
      description: "Refused, with the reason and, where items would be removed, the counts.",
      headers: { "X-Request-Id": ref("headers", "X-Request-Id") },
      content: { "application/problem+json": { schema: ref("schemas", "CleanUpRefused") } },
    },
  },
};

export const itemPaths: Json = {
  "/inventory/item": { post: readOneItem },
  "/inventory/items": { post: uploadItems },
  "/inventory/items/cleanup": { post: cleanUp },
};
