import { describe, expect, test } from "@jest/globals";
import { aBoundaryInput } from "../../test/boundaries.ts";
import { aPreviewFixture, type Fixture, forbids, from, previewed } from "../../test/preview-fixture.ts";
import type { BoundaryPreview } from "./preview-boundary.ts";

describe("pages", () => {
  async function aFullFixture(): Promise<Fixture> {
    const fixture = aPreviewFixture();
    await fixture.saveBoundary();
    for (const id of ["e", "b", "d", "a", "c"]) await fixture.store(id, from("10.1.0.0/24"));
    return fixture;
  }
  const input = forbids("10.1.0.0/16");

  test("are ordered by id, with each flip once and the counts of all", async () => {
    const fixture = await aFullFixture();
    const seen: string[] = [];
    let nextPageKey: string | null = null;
    do {
      const page: BoundaryPreview = await previewed(fixture, { input, limit: 2, nextPageKey });
      expect(page).toMatchObject({ flippedCount: 5, unchangedCount: 0 });
      seen.push(...page.flips.map(({ id }) => id));
      nextPageKey = page.nextPageKey;
    } while (nextPageKey !== null);
    expect(seen).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("after the first show its result, and continue at the same id when that is no longer known", async () => {
    const fixture = await aFullFixture();
    const first = await previewed(fixture, { input, limit: 2 });
    fixture.owned.delete("c");
    const second = await previewed(fixture, { input, limit: 2, nextPageKey: first.nextPageKey });
    expect(second.flips.map(({ id }) => id)).toEqual(["c", "d"]);
    for (let n = 0; n < 4; n += 1) await previewed(fixture, { input: forbids(`10.2.${n}.0/24`) });
    const again = await previewed(fixture, { input, limit: 2, nextPageKey: first.nextPageKey });
    expect(again).toMatchObject({ flippedCount: 4, flips: [{ id: "d" }, { id: "e" }], nextPageKey: null });
  });

  test("have keys that are refused for another edit", async () => {
    const fixture = await aFullFixture();
    const { nextPageKey } = await previewed(fixture, { input, limit: 2 });
    for (const other of [forbids("10.0.0.0/15"), aBoundaryInput()])
      expect(await fixture.preview({ input: other, nextPageKey })).toMatchObject({
        failure: { kind: "invalid-input", fields: [{ path: "nextPageKey" }] },
      });
    expect(await fixture.preview({ input: aBoundaryInput({ id: "no" }), remove: true, nextPageKey })).toMatchObject({
      failure: { kind: "invalid-input" },
    });
    for (const limit of [0, 201, -1])
      expect(await fixture.preview({ input, limit })).toMatchObject({
        failure: { kind: "invalid-input", fields: [{ path: "limit" }] },
      });
  });
});
