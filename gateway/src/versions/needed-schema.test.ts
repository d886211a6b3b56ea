import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { composeSupergraph } from "../../compose-supergraph.ts";
import { readSubgraphs } from "../../read-subgraphs.ts";
import { missingParts, neededParts } from "./needed-schema.ts";

const supergraph = readFileSync(new URL("../../supergraph.graphql", import.meta.url), "utf8");
const subgraphs = readSubgraphs();

const needed = neededParts(supergraph);

test("the committed supergraph needs nothing that the committed subgraphs lack", () => {
  expect([...needed.keys()].sort()).toEqual(subgraphs.map(({ name }) => name).sort());
  for (const { name, sdl } of subgraphs) {
    expect(needed.get(name)?.size).toBeGreaterThan(50);
    expect([name, missingParts(needed.get(name) ?? new Map(), sdl)]).toEqual([name, []]);
  }
});

test("a part that a committed subgraph has under another name is missed", () => {
  const inventory = needed.get("inventory") ?? new Map();
  const sdl = subgraphs.find(({ name }) => name === "inventory")?.sdl ?? "";
  for (const [field, part] of [
    ["memberCount: Int!", "Group.memberCount"],
    ["heldChange: GroupHeldChange", "Group.heldChange"],
    ["scalar JSON", "JSON"],
  ] as const) {
    expect(sdl).toContain(field);
    expect(missingParts(inventory, sdl.replace(field, field.replace(/\w+:|JSON/, "other$&")))).toEqual([part]);
  }
});

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires"])`;
const things = `${link}
  type Query { things(first: Int! = 10, kind: Kind): [Thing!]! found: Found }
  type Mutation { save(input: ThingInput!): Thing }
  interface Named { name: String }
  type Thing implements Named @key(fields: "id owner { id }") { id: ID! name: String owner: Owner! }
  type Owner @key(fields: "id") { id: ID! }
  union Found = Thing | Owner
  enum Kind { Small Large }
  input ThingInput { id: ID! kind: Kind }`;
const others = `${link}
  type Query { other: String }
  type Owner @key(fields: "id") { id: ID! age: Int @external grown: Boolean @requires(fields: "age") }`;
const owners = `${link} type Owner @key(fields: "id") { id: ID! age: Int }`;

const neededHere = (() => {
  const named = Object.entries({ things, others, owners }).map(([name, sdl]) => ({ name, sdl }));
  const composed = composeSupergraph(named);
  if (!composed.ok) throw new Error(composed.reasons.join("\n"));
  return neededParts(composed.supergraph);
})();
const missing = (sdl: string, name = "things") => missingParts(neededHere.get(name) ?? new Map(), sdl);

test("a subgraph as it was composed lacks nothing, and neither does one with more", () => {
  expect(missing(things)).toEqual([]);
  expect(missing(others, "others")).toEqual([]);
  expect(missing(owners, "owners")).toEqual([]);
  const more = things
    .replace("name: String owner", "name: String more: [Int] owner")
    .replace("Small Large", "Small Large Huge");
  expect(missing(`${more} type More { a: Int }`)).toEqual([]);
});

test.each([
  ["a field", " owner: Owner!", "", ["Thing.owner"]],
  ["an argument", ", kind: Kind)", ")", ["Query.things(kind:)"]],
  ["a field of an input", " kind: Kind }", " }", ["ThingInput.kind"]],
  ["a value of an enum", "Small Large", "Small", ["Kind.Large"]],
  ["a member of a union", "Thing | Owner", "Thing", ["Found = Owner"]],
  ["an interface of a type", "Thing implements Named", "Thing", ["Thing implements Named"]],
  ["a key", '@key(fields: "id owner { id }")', "", ["Thing @key id owner { id }"]],
  ["another type of a field", "name: String owner", "name: Int owner", ["Thing.name"]],
  ["null where clients expect none", "owner: Owner!", "owner: Owner", ["Thing.owner"]],
  ["null in a list where clients expect none", "[Thing!]!", "[Thing]!", ["Query.things"]],
  ["a required argument that clients may omit", "kind: Kind)", "kind: Kind!)", ["Query.things(kind:)"]],
  ["a required field of an input that clients may omit", "kind: Kind }", "kind: Kind! }", ["ThingInput.kind"]],
])("a subgraph that lacks or has %s is of another release", (_, current, older, parts) => {
  expect(things).toContain(current);
  expect(missing(things.replace(current, older))).toEqual(parts);
});

test.each([
  ["a field that is never null, though clients expect null", "name: String owner", "name: String! owner"],
  ["an optional field of an input that clients send", "{ id: ID! kind", "{ id: ID kind"],
])("a subgraph with %s serves what is needed", (_, current, other) => {
  expect(things).toContain(current);
  expect(missing(things.replace(current, other))).toEqual([]);
});
