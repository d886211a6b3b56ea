import type { Json } from "@network-access/service-runtime/schema-text";

const readDescription = {
  operationId: "readDescription",
  tags: ["Description"],
  summary: "This description",
  description: "The page `/inventory/docs` shows it and can send its requests, unless the page is switched off.",
  security: [],
  responses: {
    200: { description: "OpenAPI 3.1.", content: { "application/json": { schema: { type: "object" } } } },
    304: { description: "Not changed." },
    400: { $ref: "#/components/responses/BadRequest" },
    503: { $ref: "#/components/responses/Unavailable" },
  },
};

export const descriptionPaths: Json = { "/inventory/openapi.json": { get: readDescription } };
