import type { Json } from "./schema-text.ts";

const readDescription = {
  operationId: "readDescription",
  tags: ["Description"],
  summary: "This description",
  description: "The page at `/inventory/docs` shows it and lets its calls be tried, unless the page is switched off.",
  security: [],
  responses: {
    200: { description: "OpenAPI 3.1.", content: { "application/json": { schema: { type: "object" } } } },
    304: { description: "The same as the one you have." },
    400: { $ref: "#/components/responses/BadRequest" },
    503: { $ref: "#/components/responses/Unavailable" },
  },
};

export const descriptionPaths: Json = { "/inventory/openapi.json": { get: readDescription } };
