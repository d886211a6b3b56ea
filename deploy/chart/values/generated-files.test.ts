import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { CHART } from "../rendering/render-chart.ts";
import { readmeText } from "./values-readme.ts";
import { valuesSchemaText } from "./values-schema.ts";

const read = (file: string) => readFileSync(join(CHART, file), "utf8");

test("the README is what `npm run chart -- readme` writes", () => {
  expect(read("README.md")).toBe(readmeText(read("values.yaml")));
});

test("the schema of the values is what `npm run chart -- schema` writes", () => {
  expect(read("values.schema.json")).toBe(valuesSchemaText());
});

test("every value has a description, of its own or of the value that contains it", () => {
  const text = readmeText(read("values.yaml"));
  const rows = [...text.matchAll(/^\| `([^`]+)` \|.*\| (.*) \|$/gm)].map(([, place = "", meaning = ""]) => ({
    place,
    meaning,
  }));
  const described = rows.filter(({ meaning }) => meaning !== "").map(({ place }) => place);
  const undescribed = rows.filter(
    ({ place }) => !described.some((known) => place === known || place.startsWith(`${known}.`)),
  );
  expect(rows.length).toBeGreaterThan(50);
  expect(undescribed).toEqual([]);
});
