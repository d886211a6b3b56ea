import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import fc from "fast-check";
import { buildSchema, isEnumType, isInputObjectType } from "graphql";
import { parse } from "yaml";
import { aBoundaryText } from "../test/arbitraries.ts";
import { boundarySchema, editorSchemaText, providers } from "./boundary-schema.ts";
import { boundaryYaml } from "./files/boundary-yaml.ts";
import { parsePolicyFile } from "./files/parse-policy-file.ts";

const committed = readFileSync(new URL("../boundaries.schema.json", import.meta.url), "utf8");
const graph = buildSchema(readFileSync(new URL("../../../gateway/api-schema.graphql", import.meta.url), "utf8"), {
  assumeValidSDL: true,
});
const allows = new Ajv({ strictTypes: false }).compile(JSON.parse(committed));

test("the committed schema equals the validating one; npm run policy-schema writes it", () => {
  expect(committed).toBe(editorSchemaText());
});

test("a file has the members that the graph takes, but for the source", () => {
  const input = graph.getType("BoundaryInput");
  if (!isInputObjectType(input)) throw new Error("BoundaryInput is missing");
  expect(Object.keys(boundarySchema.shape).sort()).toEqual(
    Object.keys(input.getFields())
      .filter((name) => name !== "source")
      .sort(),
  );
});

test("the providers are those of the graph", () => {
  const type = graph.getType("AccountProvider");
  if (!isEnumType(type)) throw new Error("AccountProvider is missing");
  expect([...providers].sort()).toEqual(
    type
      .getValues()
      .map(({ name }) => name)
      .sort(),
  );
});

test("an editor accepts every file that the command reads without an error", () => {
  fc.assert(
    fc.property(fc.array(aBoundaryText, { minLength: 1, maxLength: 2 }), (texts) => {
      const files = texts.map((text) => parse(boundaryYaml(text)));
      for (const file of [files, ...files])
        if (!allows(file)) throw new Error(JSON.stringify([allows.errors?.slice(0, 3), file]));
    }),
    { numRuns: 100 },
  );
});

test.each([
  ["a member that is not known", "mesage: x"],
  ["a member of another type", "sources: [{ type: Any, cidr: 10.0.0.0/8 }]"],
  ["a port that is none", "services: [{ type: TCP, portStart: 1, portEnd: 70000 }]"],
  ["an empty side", "destinations: []"],
  ["a word for a switch", "enforced: on"],
])("%s is wrong for the editor as for the command", (_, line) => {
  const [member = ""] = line.split(":");
  const lines = boundaryLines.filter((one) => !one.startsWith(`${member}:`));
  const text = [...lines, line].join("\n");
  expect(allows(parse(text))).toBe(false);
  expect(parsePolicyFile("f", text).errors).not.toEqual([]);
  expect(allows(parse(boundaryLines.join("\n")))).toBe(true);
});

const boundaryLines = [
  "id: a",
  "name: A",
  "action: Pass",
  "sources: [{ type: Any }]",
  "destinations: [{ type: Any }]",
  "services: [{ type: AllTCP }]",
];
