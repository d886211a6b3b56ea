import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from "graphql";

const schema = buildSchema(readFileSync(new URL("api-schema.graphql", import.meta.url), "utf8"));
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type),
);

/**
 * Returns the schema coordinate (such as "Group.name") and the description of a type, and of its fields, arguments and
 * enum values. The root types are left out, but not their fields.
 */
function elementsOf(type: GraphQLNamedType): [string, string | null | undefined][] {
  const own: [string, string | null | undefined] = [type.name, type.description];
  if (isEnumType(type))
    return [own, ...type.getValues().map((one): typeof own => [`${type.name}.${one.name}`, one.description])];
  if (isInputObjectType(type)) {
    return [
      own,
      ...Object.values(type.getFields()).map((one): typeof own => [`${type.name}.${one.name}`, one.description]),
    ];
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [own];
  const fields = Object.values(type.getFields()).flatMap((field): (typeof own)[] => [
    [`${type.name}.${field.name}`, field.description],
    ...field.args.map((one): typeof own => [`${type.name}.${field.name}(${one.name}:)`, one.description]),
  ]);
  return isRoot(type) ? fields : [own, ...fields];
}

const isRoot = (type: GraphQLNamedType) => type === schema.getQueryType() || type === schema.getMutationType();

describe("the schema a client sees", () => {
  test("describes every type, field, argument and value", () => {
    const silent = types.flatMap(elementsOf).filter(([, description]) => !description);
    expect(silent.map(([coordinate]) => coordinate)).toEqual([]);
  });

  test("contains nothing of federation, nor the key that joins a request to its evaluation", () => {
    const names = types.flatMap(elementsOf).map(([coordinate]) => coordinate);
    expect(names.filter((name) => /^_|\._|^join__|^link__|evaluationId/.test(name))).toEqual([]);
    expect(
      schema
        .getDirectives()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["deprecated", "include", "oneOf", "skip", "specifiedBy"]);
  });

  test("gives every page the same shape", () => {
    const pages = types.filter(isObjectType).filter(({ name }) => name.endsWith("Page"));
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      const fields = page.getFields();
      expect([page.name, Object.keys(fields).sort()]).toEqual([page.name, ["items", "pageInfo"]]);
      // Clients read `InventoryItemSearchPage` by offset, and its page info contains the total count. So this page info
      // has a type of its own.
      const pageInfo = page.name === "InventoryItemSearchPage" ? "InventoryPageInfo!" : "PageInfo!";
      expect(String(fields.pageInfo?.type)).toBe(pageInfo);
    }
  });
});
