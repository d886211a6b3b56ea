import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { componentsOf } from "@network-access/testkit/described-interface";
import { hostileText } from "@network-access/testkit/hostile-text";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { parseItem, parseItemKey } from "../src/items/parse-item.ts";
import { parseUpload } from "../src/uploads/parse-upload.ts";
import { almostAnItem, almostAnUpload } from "../test/hostile-bodies.ts";
import { descriptionText } from "./describe-rest.ts";

const committed = readFileSync(new URL("../openapi.json", import.meta.url), "utf8");
const document = JSON.parse(committed);

describe("the description", () => {
  test("equals what `npm run openapi` writes, byte by byte", () => {
    expect(committed).toBe(descriptionText());
  });

  test("has for every operation a description, the security scheme and every status", () => {
    const operations = Object.values<object>(document.paths).flatMap((path) => Object.values(path));
    expect(operations.length).toBeGreaterThan(2);
    for (const operation of operations) {
      const { operationId, summary, description, tags, security, responses } = operation;
      expect([operationId, typeof summary, typeof description, tags.length]).toEqual([
        operationId,
        "string",
        "string",
        1,
      ]);
      expect([operationId, Array.isArray(security)]).toEqual([operationId, true]);
      const everywhere =
        security.length > 0 ? ["200", "400", "401", "403", "500", "503", "504"] : ["200", "400", "503"];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(everywhere));
    }
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("has no dangling references and no unused components", () => {
    const { named, defined } = componentsOf(committed);
    expect(named).toEqual(defined);
  });

  test("describes every member of request bodies", () => {
    const silent = Object.entries<{ description?: string }>(document.components.schemas.UploadedItem.properties)
      .filter(([, { description }]) => !description)
      .map(([name]) => name);
    expect(silent).toEqual([]);
  });
});

/**
 * Validates values against the schemas of the OpenAPI description. The length of a string is its number of code points,
 * as in the service.
 */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "inventory", components: document.components });
const schemaOf = (name: string) => ajv.getSchema(`inventory#/components/schemas/${name}`) ?? (() => false);

describe("the description allows everything that the service accepts", () => {
  const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 100) * 10 };

  test("of an item", () => {
    const allowed = schemaOf("UploadedItem");
    fc.assert(
      fc.property(almostAnItem, (value) => {
        if (!allowed(value)) expect(parseItem(value, "items[0]").ok).toBe(false);
      }),
      runs,
    );
  });

  test("of an upload without its items", () => {
    const allowed = schemaOf("Upload");
    fc.assert(
      fc.property(almostAnUpload, (value) => {
        const parsed = parseUpload(value);
        // `parseUpload` does not validate the items, but the schema does. This test therefore replaces the items with
        // one valid item.
        if (parsed.ok)
          expect(allowed({ ...Object(value), items: [{ accountId: "a", region: "r", type: "t", id: "i" }] })).toBe(
            true,
          );
      }),
      runs,
    );
  });

  test("of a key, and vice versa", () => {
    const allowed = schemaOf("ItemKey");
    const key = fc.record({ accountId: hostileText, region: hostileText, type: hostileText, id: hostileText });
    fc.assert(
      fc.property(fc.oneof(almostAnItem, key), (value) => {
        // A schema can't express lone surrogates.
        if (JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/.test(JSON.stringify(value)))
          expect(parseItemKey(value).ok).toBe(allowed(value));
      }),
      runs,
    );
  });
});

test("the service accepts every example of the description", () => {
  const { UploadedItem, ItemKey } = document.components.schemas;
  const exampleOf = ({ properties }: { properties: object }) =>
    Object.fromEntries(Object.entries(properties).map(([name, { examples }]) => [name, examples?.[0]]));
  expect(parseItem(exampleOf(UploadedItem), "")).toMatchObject({ ok: true });
  expect(parseItemKey(exampleOf(ItemKey))).toMatchObject({ ok: true });
  const { example } = document.paths["/inventory/items"].post.requestBody.content["application/json"];
  expect(parseUpload(example)).toMatchObject({ ok: true });
  expect(parseItem(example.items[0], "")).toMatchObject({ ok: true });
});
