import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { arbitraryOf } from "@network-access/testkit/arbitrary-of-schema";
import { componentsOf, describedInterface, type Operation } from "@network-access/testkit/described-interface";
import { hostileText } from "@network-access/testkit/hostile-text";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { managerDescriptionText } from "./describe-rest.ts";
import { describedRoutes } from "./described-routes.ts";

const committed = readFileSync(new URL("../openapi.json", import.meta.url), "utf8");
const document = JSON.parse(committed);
const { operations, find } = describedInterface(committed);

describe("the description", () => {
  test("equals what `npm run openapi` writes, byte by byte", () => {
    expect(committed).toBe(managerDescriptionText());
  });

  test("has every route once, with a name of its own", () => {
    expect(operations.length).toBe(describedRoutes.length);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  test("has for every operation a description, the security scheme and every status", () => {
    for (const methods of Object.values<object>(document.paths))
      for (const { operationId, summary, description, tags, security, responses } of Object.values(methods)) {
        expect([operationId, typeof summary, typeof description]).toEqual([operationId, "string", "string"]);
        const { description: about } = document.tags.find(({ name }: { name: string }) => name === tags[0]);
        expect([tags, about]).toEqual([tags, expect.stringMatching(/./)]);
        const everywhere = security.length > 0 ? ["400", "401", "403", "500", "503", "504"] : ["400", "500", "503"];
        expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(everywhere)]);
        expect(Object.keys(responses)[0]).toMatch(/^2/);
      }
  });

  test("describes every parameter", () => {
    const silent = Object.values<object>(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, parameters = [] }) =>
        parameters.map((one: { name: string; description?: string }) => ({ ...one, operationId })),
      )
      .filter(({ description }) => !description)
      .map(({ operationId, name }) => `${operationId} ${name}`);
    expect(silent).toEqual([]);
  });

  test("has no dangling references and no unused components", () => {
    const { named, defined } = componentsOf(committed);
    expect(named).toEqual(defined);
    expect(committed).not.toContain("$defs");
  });
});

const withBody = operations.filter((one): one is Operation & { body: object } => one.body !== undefined);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "manager", components: document.components });

test.each(withBody)("$method $path: the description allows every body that the service accepts", ({ id, body }) => {
  const schema = describedRoutes.find(({ description }) => description.id === id)?.description.body;
  const allowed = ajv.compile(JSON.parse(JSON.stringify(body).replaceAll('"#/', '"manager#/')));
  let accepted = 0;
  fc.assert(
    fc.property(almost(arbitraryOf(body, find)), (value) => {
      const isAccepted = schema?.safeParse(value).success ?? false;
      if (isAccepted) accepted += 1;
      if (isAccepted) expect([value, allowed(value)]).toEqual([value, true]);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 100) * 2 },
  );
  expect(accepted).toBeGreaterThan(0);
});

/** Generates values with `right` and alters about half of them: changes, adds or removes one member of the object. */
function almost(right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const padded = fc.constantFrom("x".padEnd(300), "x".padStart(5_000), "\nx");
  const wrong = fc.oneof(hostileText, padded, fc.constant(null), fc.integer(), fc.constant([]), fc.constant(undefined));
  return fc.tuple(right, fc.boolean(), fc.nat(), wrong).map(([value, isRight, place, other]) => {
    if (isRight || typeof value !== "object" || value === null) return value;
    const names = [...Object.keys(value), "another"];
    return JSON.parse(JSON.stringify({ ...value, [names[place % names.length] ?? ""]: other }));
  });
}
