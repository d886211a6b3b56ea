import { expect, test } from "@jest/globals";
import { toolChanges } from "./tool-changes.ts";

const tools = () => {
  const search = {
    name: "search",
    description: "Searches.",
    inputSchema: {
      type: "object",
      properties: {
        question: { type: "string", minLength: 1, maxLength: 500 },
        sections: { type: "array", maxItems: 27, items: { type: "string", enum: ["overview", "rule"] } },
        action: { type: ["string", "null"], enum: ["ALLOW", "DENY", null] },
        service: { anyOf: [{ type: "integer" }, { type: "string" }, { type: "null" }] },
      } as Record<string, object>,
      required: ["question"],
    },
    outputSchema: {
      type: "object",
      properties: { rows: { type: "array", items: { type: "object", properties: { id: {} } } }, total: {} } as Record<
        string,
        object
      >,
      required: ["rows", "total"],
    },
    annotations: { title: "Search", readOnlyHint: true },
  };
  return { withKey: [search, { ...search, name: "count" }], withoutKey: [search] };
};
type Tools = ReturnType<typeof tools>;
type Listed = Tools["withKey"][number];

function changed(change: (after: Tools) => void) {
  const after: Tools = JSON.parse(JSON.stringify(tools()));
  change(after);
  return toolChanges(JSON.stringify(tools()), JSON.stringify(after));
}

/** Changes the tool "search" of callers with a key. */
const ofSearch = (change: (search: Listed) => void) => (after: Tools) => change(after.withKey[0] as Listed);
const ofInput = (change: (properties: Record<string, object>) => void) =>
  ofSearch(({ inputSchema }) => change(inputSchema.properties));

test.each<[string, (after: Tools) => void, string[]]>([
  ["a tool is gone", ({ withKey }) => void withKey.pop(), ["count was removed."]],
  ["a tool needs a key", ({ withoutKey }) => void withoutKey.pop(), ["search needs a key now."]],
  [
    "an argument is gone",
    ofInput((properties) => void delete properties.service),
    ["search.service was removed from requests."],
  ],
  [
    "an argument has another name",
    ofInput((properties) => {
      properties.port = properties.service ?? {};
      delete properties.service;
    }),
    ["search.service was removed from requests."],
  ],
  [
    "an argument has to be given",
    ofSearch(({ inputSchema }) => void inputSchema.required.push("action")),
    ["search.action is required in requests now."],
  ],
  [
    "a value is taken no more",
    ofInput((properties) => void Object.assign(properties.action ?? {}, { enum: ["ALLOW"] })),
    ['search.action takes "DENY" no more.', "search.action takes null no more."],
  ],
  [
    "a value within a list is taken no more",
    ofInput(
      (properties) => void Object.assign(properties.sections ?? {}, { items: { type: "string", enum: ["rule"] } }),
    ),
    ['search.sections[] takes "overview" no more.'],
  ],
  [
    "any text was taken, and now only some are",
    ofInput((properties) => void Object.assign(properties.question ?? {}, { enum: ["a"] })),
    ["search.question takes only a list of values now."],
  ],
  [
    "limits are narrower",
    ofInput((properties) => {
      Object.assign(properties.question ?? {}, { minLength: 2, maxLength: 100 });
      Object.assign(properties.sections ?? {}, { minItems: 1 });
    }),
    [
      "search.question changed minLength from 1 to 2.",
      "search.question changed maxLength from 500 to 100.",
      "search.sections changed minItems from none to 1.",
    ],
  ],
  [
    "one of several types is taken no more",
    ofInput((properties) => void Object.assign(properties, { service: { type: ["integer", "null"] } })),
    ["search.service in requests changed type from integer or string or null to integer or null."],
  ],
  [
    "a member of the structured content is gone",
    ofSearch(({ outputSchema }) => {
      delete outputSchema.properties.total;
      Object.assign(outputSchema.properties.rows ?? {}, { items: { type: "object" } });
    }),
    ["search.total was removed from answers.", "search.rows[].id was removed from answers."],
  ],
  [
    "a member of the structured content may be missing",
    ofSearch(({ outputSchema }) => void outputSchema.required.pop()),
    ["search.total may be missing from answers now."],
  ],
])("it is a break for clients where %s", (_, change, sentences) => {
  expect(changed(change)).toEqual({ breaks: sentences, dangers: [] });
});

test("another annotation is dangerous but no break", () => {
  const change = ofSearch(({ annotations }) => void Object.assign(annotations, { title: "T", readOnlyHint: false }));
  expect(changed(change)).toEqual({ breaks: [], dangers: ["search changed readOnlyHint from true to false."] });
});

test("additional tools, optional arguments, values and members, wider limits and other texts are no breaks", () => {
  const change = ofSearch((search) => {
    search.description = "Searches well.";
    search.inputSchema.properties = {
      question: { type: "string", maxLength: 1_000 },
      sections: { type: "array", items: { type: "string", enum: ["rule", "overview", "device"] } },
      action: { type: ["string", "null"] },
      service: { anyOf: [{ type: "boolean" }, { type: "string" }, { type: "integer" }, { type: "null" }] },
      page: { type: "integer" },
    };
    search.inputSchema.required.pop();
    search.outputSchema.properties.next = {};
    search.outputSchema.required.push("next");
  });
  const { breaks, dangers } = changed((after) => {
    change(after);
    after.withoutKey.push({ ...tools().withKey[0], name: "site_map" } as Listed);
    after.withKey.push({ ...tools().withKey[0], name: "site_map" } as Listed);
  });
  expect([breaks, dangers]).toEqual([[], []]);
});
