import { expect, test } from "@jest/globals";
import { restChanges } from "./rest-changes.ts";

/** A union whose alternatives differ in `kind`. */
const partOf = (...kinds: readonly string[]) => ({
  oneOf: kinds.map((kind) => ({ properties: { kind: { const: kind }, size: { type: "integer" } } as object })),
});
const part = partOf("rules", "routes");

const description = () => ({
  openapi: "3.1.1",
  paths: {
    "/items": {
      get: {
        parameters: [
          { name: "size", in: "query", schema: { type: "integer" } },
          { name: "x-trace", in: "header", schema: { type: "string" } },
        ] as object[],
        responses: {
          "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Page" } } } },
          "404": { $ref: "#/components/responses/NotFound" },
        } as Record<string, object>,
      },
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Upload" } } } } as {
          required?: boolean;
          content: Record<string, object>;
        },
        responses: { "200": {} } as Record<string, object>,
      },
    } as Record<string, { parameters?: object[]; requestBody?: object; responses: Record<string, object> }>,
  } as Record<string, Record<string, object>>,
  components: {
    responses: { NotFound: { content: { "application/problem+json": { schema: { type: "object" } } } } },
    schemas: {
      Item: {
        type: "object",
        properties: { id: { type: "string" }, name: { type: ["string", "null"] }, size: { type: "integer" } } as object,
        required: ["id", "name"],
      },
      Page: { type: "object", properties: { items: { type: "array", items: { $ref: "#/components/schemas/Item" } } } },
      Upload: {
        type: "object",
        properties: { runId: { type: "string" }, note: { type: ["string", "null"] }, part } as object,
        required: ["runId"],
      },
    },
  },
});
type Description = ReturnType<typeof description>;

function changed(change: (after: Description) => void) {
  const after = description();
  change(after);
  return restChanges(JSON.stringify(description()), JSON.stringify(after));
}

const operation = (after: Description, method: string) =>
  after.paths["/items"]?.[method] as { parameters: object[]; requestBody: object; responses: Record<string, object> };

test.each<[string, (after: Description) => void, string[]]>([
  [
    "a path is gone",
    ({ paths }) => void delete paths["/items"],
    ["GET /items was removed.", "POST /items was removed."],
  ],
  ["a method is gone", ({ paths }) => void delete paths["/items"]?.post, ["POST /items was removed."]],
  [
    "a status is gone",
    (after) => void delete operation(after, "get").responses["404"],
    ["GET /items answers 404 no more."],
  ],
  [
    "a kind of answer is gone",
    ({ components }) => void Object.assign(components.responses.NotFound, { content: {} }),
    ["GET /items answers 404 as application/problem+json no more."],
  ],
  [
    "a parameter is gone",
    (after) => void operation(after, "get").parameters.shift(),
    ['GET /items takes the query parameter "size" no more.'],
  ],
  [
    "a parameter has to be given",
    (after) => void operation(after, "get").parameters.push({ name: "q", in: "query", required: true }),
    ['GET /items requires the query parameter "q" now.'],
  ],
  [
    "a member of an answer is gone",
    ({ components }) =>
      void Object.assign(components.schemas.Item, { properties: { id: { type: "string" }, name: { type: "string" } } }),
    ["Item.size was removed from answers."],
  ],
  [
    "a member of an answer may be missing",
    ({ components }) => void components.schemas.Item.required.pop(),
    ["Item.name may be missing from answers now."],
  ],
  [
    "a member of an answer may be null",
    ({ components }) => void Object.assign(components.schemas.Item.properties, { id: { type: ["string", "null"] } }),
    ["Item.id in answers changed type from string to string or null."],
  ],
  [
    "a member has to be sent",
    ({ components }) => void components.schemas.Upload.required.push("note"),
    ["Upload.note is required in requests now."],
  ],
  [
    "a member may not be null any more",
    ({ components }) => void Object.assign(components.schemas.Upload.properties, { note: { type: "string" } }),
    ["Upload.note in requests changed type from string or null to string."],
  ],
  [
    "a member is taken no more",
    ({ components }) =>
      void Object.assign(components.schemas.Upload, { properties: { runId: { type: "string" }, part } }),
    ["Upload.note was removed from requests."],
  ],
  [
    "an alternative is taken no more",
    ({ components }) => void Object.assign(components.schemas.Upload.properties, { part: partOf("routes", "zones") }),
    ["Upload.part (rules) was removed from requests."],
  ],
  [
    "a member of an alternative is taken no more",
    ({ components }) =>
      void Object.assign(components.schemas.Upload.properties, {
        part: { oneOf: [part.oneOf[1], { properties: { kind: { const: "rules" } } }] },
      }),
    ["Upload.part (rules).size was removed from requests."],
  ],
  [
    "a body has to be sent",
    (after) => void Object.assign(operation(after, "post").requestBody, { required: true }),
    ["POST /items requires a body now."],
  ],
])("it is a break for clients where %s", (_, change, sentences) => {
  expect(changed(change).breaks).toEqual(sentences);
});

test("a header that is no longer read and a new status are dangerous but no breaks", () => {
  const { breaks, dangers } = changed((after) => {
    operation(after, "get").parameters.pop();
    operation(after, "post").responses["409"] = {};
  });
  expect(breaks).toEqual([]);
  expect(dangers).toEqual(['GET /items takes the header parameter "x-trace" no more.', "POST /items answers 409 now."]);
});

test("additional members of answers and optional members of requests are no breaks", () => {
  const { breaks, dangers } = changed(({ paths, components }) => {
    paths["/groups"] = { get: { responses: {} } };
    Object.assign(components.schemas.Item.properties, { name: { type: "string" }, colour: { type: "string" } });
    Object.assign(components.schemas.Upload.properties, { runId: { type: ["string", "null"] }, colour: {} });
    Object.assign(components.schemas.Upload.properties, { part: partOf("zones", "rules", "routes") });
    components.schemas.Upload.required.pop();
  });
  expect([breaks, dangers]).toEqual([[], []]);
});
