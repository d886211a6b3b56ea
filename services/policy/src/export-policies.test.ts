import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { aBoundaryText } from "../test/arbitraries.ts";
import { aText } from "../test/builders.ts";
import { own, removeFolders, setUp } from "../test/policy-command.ts";

afterAll(removeFolders);

describe("export", () => {
  test("writes a source into an empty folder, and applying that finds nothing to do", async () => {
    const { root, run } = setUp([], [own("a"), own("b/c"), aText("theirs", { source: "other" })]);
    const { code, out } = await run("export out --source shop");
    expect([code, out]).toEqual([0, '2 boundaries of "shop": out']);
    expect(readdirSync(path.join(root, "out"))).toEqual(["a.yaml", expect.stringMatching(/^b-c-[0-9a-f]{12}\.yaml$/)]);
    expect(readFileSync(path.join(root, "out/a.yaml"), "utf8")).toBe(
      `
id: a
name: Boundary a
action: Pass
sources:
  - { type: Cidr, cidr: 10.0.0.0/8 }
destinations:
  - { type: Any }
services:
  - { type: TCP, portStart: 443, portEnd: 443 }
`.trimStart(),
    );
    expect((await run("apply out --source shop --delete")).out).toContain(
      "Nothing to do: 2 boundaries equal the files.",
    );
  });
  test("writes each source into a folder of its own, and reports boundaries without a source", async () => {
    const { run } = setUp([], [own("a"), aText("b", { source: "other" }), aText("c")]);
    const { out } = await run("export out");
    expect(out).toBe(
      `
1 boundary of "other": out/source-other/
1 boundary of "shop": out/source-shop/
1 boundary of no source: out/no-source/
  apply refuses these ids, because they have no source; save them with one first.`.trimStart(),
    );
    expect((await run("apply out/source-other --source other")).code).toBe(0);
  });
  test("never writes into a folder that is not empty", async () => {
    const { run } = setUp([aText("a")], [own("a")]);
    expect(await run("export . --source shop")).toMatchObject({
      code: 1,
      complained: ". is not empty; name a new or an empty folder",
    });
    expect(await run("export a.yaml --source shop")).toMatchObject({
      complained: "a.yaml is not a folder; name a new or an empty one",
    });
  });
  test("applying an export finds nothing to do, whatever is stored", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(aBoundaryText, { selector: ({ id }) => id, maxLength: 6 }), async (texts) => {
        const { run, boundaries } = setUp(
          [],
          texts.map((text) => ({ ...text, source: "shop" })),
        );
        expect((await run("export out --source shop")).code).toBe(0);
        if (texts.length === 0) return;
        const { code, out } = await run("apply out --source shop --delete --yes");
        expect(out).toContain("Nothing to do");
        expect(code).toBe(0);
        expect(boundaries.log).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
