import { describe, expect, test } from "@jest/globals";
import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import fc from "fast-check";
import type { Boundaries } from "../src/boundaries.ts";
import { changesOfText } from "../src/changes-of-text.ts";
import { readStored } from "../src/read-stored.ts";
import { aBoundaryText } from "./arbitraries.ts";
import { aText } from "./builders.ts";

/**
 * Defines the tests that every implementation of `Boundaries` must pass. `open` returns a service whose boundaries are
 * `texts`.
 */
export function describeBoundaries(name: string, open: (texts: readonly BoundaryText[]) => Promise<Boundaries>): void {
  describe(`${name} as the boundaries of the service`, () => {
    const own = (id: string, message: string | null = null) => aText(id, { source: "shop", message });

    test("lists all of them once, page by page", async () => {
      const boundaries = await open("gcabfed".split("").map((id) => own(id)));
      const pages: number[] = [];
      const read = await readStored({ boundaries, onPage: (count) => pages.push(count) }, () => true);
      expect(read.ok && read.answer.map(({ text }) => text.id).join("")).toBe("abcdefg");
      expect(pages.length).toBeGreaterThan(1);
    });
    test("a saved boundary is found in the next revision", async () => {
      const boundaries = await open([]);
      expect(await boundaries.save(own("a"), 0)).toEqual({ ok: true, answer: { revision: 1 } });
      expect(await boundaries.save(own("a", "x"), 1)).toEqual({ ok: true, answer: { revision: 2 } });
      expect(await boundaries.find("a")).toMatchObject({
        answer: { revision: 2, text: { message: "x", source: "shop" } },
      });
    });
    test("a save onto another revision is a conflict and changes nothing", async () => {
      const boundaries = await open([own("a")]);
      for (const expected of [0, 2])
        expect(await boundaries.save(own("a", "x"), expected)).toMatchObject({
          failure: { kind: "refused", code: "CONFLICT" },
        });
      expect(await boundaries.save(own("b"), 1)).toMatchObject({ failure: { code: "CONFLICT" } });
      expect(await boundaries.find("a")).toMatchObject({ answer: { revision: 1, text: { message: null } } });
    });
    test("a removed boundary is gone, and removing it again is refused", async () => {
      const boundaries = await open([own("a")]);
      expect(await boundaries.remove("a")).toEqual({ ok: true, answer: { id: "a" } });
      expect(await boundaries.find("a")).toEqual({ ok: true, answer: null });
      expect(await boundaries.remove("a")).toMatchObject({ failure: { kind: "refused", code: "NOT_FOUND" } });
    });
    test("any boundary comes back as it was sent", async () => {
      const boundaries = await open([]);
      const revisions = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(aBoundaryText, async (text) => {
          const saved = await boundaries.save(text, revisions.get(text.id) ?? 0);
          if (!saved.ok) throw new Error(JSON.stringify(saved.failure));
          revisions.set(text.id, saved.answer.revision);
          const found = await boundaries.find(text.id);
          expect(found.ok && found.answer && changesOfText(found.answer.text, text)).toEqual([]);
        }),
        { numRuns: 50 },
      );
    });
  });
}
