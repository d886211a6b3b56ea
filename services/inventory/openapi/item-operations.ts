import { answering, refusing } from "./refusals.ts";
import { type Json, ref } from "./schema-text.ts";

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
  description: "Read from the record, so it is always current.",
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
  summary: "What a connector found",
  description: [
    "Every item is judged by itself: a bad one is rejected with its reason and never stops a good one. Sending the same",
    "again changes nothing but the time it was last seen, so an upload whose answer was lost is simply sent again. Of a",
    "key sent twice in one upload the last item that can be read counts, and the earlier one is rejected saying so. At",
    "most 16 MiB after unpacking; gzip is taken. Of a member that stands twice in one JSON object the last one counts.",
  ].join(" "),
  security: [{ connector: [] }],
  parameters: [
    {
      name: "Content-Encoding",
      in: "header",
      description: "Whether the body is packed.",
      schema: { type: "string", enum: ["gzip", "identity"] },
    },
  ],
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
    200: answering("What became of each item.", ref("schemas", "UploadAnswer"), {
      discoveryId: "2026-11-20T04:00Z",
      accepted: 1,
      unchanged: 0,
      rejected: [],
    }),
    ...refusing(409, 413, 415, 429),
  },
};

export const itemPaths: Json = {
  "/inventory/item": { post: readOneItem },
  "/inventory/items": { post: uploadItems },
};
