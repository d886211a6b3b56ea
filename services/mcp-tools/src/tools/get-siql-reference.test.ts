import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import { userContext } from "../../test/user-context.ts";
import { readSections } from "../siql/read-sections.ts";
import { getSiqlReference } from "./get-siql-reference.ts";

const context = userContext(fakeManager({}));
const tool = getSiqlReference(
  new Map([
    ["overview", "# Overview\n\nA query."],
    ["rule", "# rule"],
    ["device", "# device"],
  ]),
);

test("returns the sections that were asked for, each once", async () => {
  expect(await tool.run({ sections: ["rule", "overview", "rule"] }, context)).toEqual({
    kind: "answer",
    text: "# rule\n\n# Overview\n\nA query.",
    structured: {
      sections: [
        { name: "rule", text: "# rule" },
        { name: "overview", text: "# Overview\n\nA query." },
      ],
      omitted: [],
    },
  });
});

test("knows the sections that exist, and no others", async () => {
  expect(tool.inputSchema).toMatchObject({
    properties: { sections: { items: { enum: ["overview", "rule", "device"] }, minItems: 1, maxItems: 27 } },
    required: ["sections"],
  });
  for (const [input, text] of [
    [{ sections: ["ticket"] }, 'sections[0] must be one of overview, rule, device, not "ticket"'],
    [{ sections: [] }, "sections must have at least 1 items"],
    [{ sections: "rule" }, 'sections must be an array, not "rule"'],
    [{}, "sections is missing"],
  ] as const)
    expect(await tool.run(input, context)).toEqual({ kind: "refusal", texts: [`get_siql_reference: ${text}.`] });
});

test("names the sections that do not fit", async () => {
  const long = getSiqlReference(
    new Map([
      ["overview", "x".repeat(25_000)],
      ["rule", "y".repeat(14_000)],
      ["device", "z".repeat(2_000)],
    ]),
  );
  const outcome = await long.run({ sections: ["overview", "rule", "device"] }, context);
  if (outcome.kind !== "answer") throw new Error(outcome.kind);
  expect(outcome.structured.omitted).toEqual(["device"]);
  expect(outcome.text).toMatch(/y\n\nNot shown, ask for them in another call: device\.$/);
  expect(JSON.stringify(outcome.structured).length).toBeLessThan(40_000);
});

test("all sections of the product fit into one answer", async () => {
  const sections = readSections(fileURLToPath(new URL("../../../../docs/siql", import.meta.url)));
  const names = [...sections.keys()];
  expect(names).toEqual(expect.arrayContaining(["overview", "rule", "examples"]));
  const outcome = await getSiqlReference(sections).run({ sections: names }, context);
  expect(outcome).toMatchObject({ kind: "answer", structured: { omitted: [] } });
});
