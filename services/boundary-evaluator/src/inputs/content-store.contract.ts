import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import type { ContentStore } from "./content-store.ts";

/** Defines the tests that every content store must pass. */
export function describeContentStore(name: string, makeStore: () => Promise<ContentStore>): void {
  describe(`${name} as a content store`, () => {
    test("contents are read back; an unknown key is null", async () => {
      const store = await makeStore();
      await store.keepAll([
        { key: "a", shared: true, pieces: () => ["10.0.0.0/8", "\n\u{1F600}"] },
        { key: "empty", shared: false, pieces: () => [""] },
      ]);
      expect(await store.read("a")).toBe("10.0.0.0/8\n\u{1F600}");
      expect(await store.read("empty")).toBe("");
      expect(await store.read("b")).toBeNull();
      const packed = await store.readPacked(["b", "a", "empty"]);
      expect([...packed].map(([key, bytes]) => [key, gunzipSync(bytes).toString()]).sort()).toEqual([
        ["a", "10.0.0.0/8\n\u{1F600}"],
        ["empty", ""],
      ]);
      expect(await store.readMany(["b", "empty", "a"])).toEqual(
        new Map([
          ["empty", ""],
          ["a", "10.0.0.0/8\n\u{1F600}"],
        ]),
      );
    });

    test("a content that is known to be stored is not produced again, and never replaced", async () => {
      const store = await makeStore();
      let asked = 0;
      const content = {
        key: "a",
        shared: false,
        pieces: () => {
          asked += 1;
          return ["one"];
        },
      };
      await store.keepAll([content]);
      await store.keepAll([content, { key: "b", shared: false, pieces: () => ["two"] }]);
      expect(asked).toBe(1);
      expect(await Promise.all([store.read("a"), store.read("b")])).toEqual(["one", "two"]);
    });

    test("concurrent writes of the same content store it", async () => {
      const store = await makeStore();
      const contents = Array.from({ length: 50 }, (_, n) => ({
        key: `k${n % 10}`,
        shared: n % 3 === 0,
        pieces: () => [`text ${n % 10}`],
      }));
      await Promise.all(contents.map((content) => store.keepAll([content])));
      expect(await store.read("k7")).toBe("text 7");
    });
  });
}
