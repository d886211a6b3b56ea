import { describe, expect, test } from "@jest/globals";
import { composeSupergraph, placeholderUrl } from "./compose-supergraph.ts";

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible"])`;
const left = (body: string) => ({ name: "left", sdl: `${link}\n${body}` });
const right = (body: string) => ({ name: "right", sdl: `${link}\n${body}` });

function reasons(...subgraphs: Parameters<typeof composeSupergraph>[0]): readonly string[] {
  const composition = composeSupergraph(subgraphs);
  return composition.ok ? [] : composition.reasons;
}

describe("composing", () => {
  test("joins an entity of two subgraphs, hides what is inaccessible and writes unreachable URLs", () => {
    const composition = composeSupergraph([
      left(`type Query { thing: Thing }
        type Thing @key(fields: "id") @key(fields: "hidden", resolvable: false) { id: String! hidden: String! @inaccessible }`),
      right(`type Thing @key(fields: "hidden") { hidden: String! @inaccessible colour: String }`),
    ]);
    expect(composition).toMatchObject({ ok: true });
    if (!composition.ok) return;
    expect(composition.supergraph).toContain(`url: "${placeholderUrl("left")}"`);
    expect(composition.supergraph).toContain(`url: "http://right.subgraph.invalid/graphql"`);
    expect(composition.apiSchema).toContain("type Thing {\n  colour: String\n  id: String!\n}");
    expect(composition.apiSchema).not.toContain("hidden");
  });

  test("writes the same text whatever order types are declared in", () => {
    const one = composeSupergraph([left("type Query { b: String a: A } type A { y: Int x: Int }")]);
    const other = composeSupergraph([left("type A { x: Int y: Int } type Query { a: A b: String }")]);
    expect(one.ok && other.ok && one.apiSchema === other.apiSchema).toBe(true);
  });

  test("refuses an input member that only one subgraph declares: it would silently disappear", () => {
    const found = reasons(
      left("type Query { l(input: Wish): String } input Wish { a: String b: String }"),
      right("type Query { r(input: Wish): String } input Wish { a: String }"),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^INCONSISTENT_INPUT_OBJECT_FIELD: .*"b" will not be added to "Wish"/);
  });

  test("refuses a shared field that may be null in one subgraph only", () => {
    const found = reasons(
      left("type Query { l: Shared } type Shared @shareable { a: String! }"),
      right("type Query { r: Shared } type Shared @shareable { a: String }"),
    );
    expect(found[0]).toMatch(/^INCONSISTENT_BUT_COMPATIBLE_FIELD_TYPE: /);
  });

  test("refuses two descriptions of one type", () => {
    const found = reasons(
      left(`type Query { l: Shared } "One thing." type Shared @shareable { a: String }`),
      right(`type Query { r: Shared } "Another thing." type Shared @shareable { a: String }`),
    );
    expect(found[0]).toMatch(/^INCONSISTENT_DESCRIPTION: /);
  });

  test("names every reason why subgraphs do not fit", () => {
    const found = reasons(
      left("type Query { same: String other: String }"),
      right("type Query { same: String other: String }"),
    );
    expect(found).toHaveLength(2);
    expect(found.join()).toMatch(/Query\.same.*Query\.other/s);
  });
});
