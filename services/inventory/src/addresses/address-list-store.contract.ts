import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { type AddressListStore, CHUNK_SIZE } from "./address-list-store.ts";

/** The contract of AddressListStore. */
export function addressListContract(open: () => Promise<AddressListStore>): void {
  describe("a list of addresses", () => {
    test("is read in chunks by its hash, an empty one as one empty chunk", async () => {
      const lists = await open();
      const cidrs = Array.from({ length: CHUNK_SIZE + 3 }, (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}/32`);
      const pages = [cidrs.slice(0, CHUNK_SIZE), cidrs.slice(CHUNK_SIZE)];
      await lists.write("g", 1, "long", pages);
      await lists.write("g", 1, "long", pages);
      await lists.write("g", 2, "empty", []);
      expect(await lists.readByHash("long", 0)).toEqual({ cidrs: cidrs.slice(0, CHUNK_SIZE), last: false });
      expect(await lists.readByHash("long", 1)).toEqual({ cidrs: cidrs.slice(CHUNK_SIZE), last: true });
      expect(await lists.readByHash("long", 2)).toBeUndefined();
      expect(await lists.readByHash("empty", 0)).toEqual({ cidrs: [], last: true });
      expect(await lists.readByHash("unknown", 0)).toBeUndefined();
    });

    test("is read packed, several chunks at a time", async () => {
      const lists = await open();
      const page = (n: number) => Array.from({ length: CHUNK_SIZE }, (_, at) => `10.${n}.${at >> 8}.${at & 255}/32`);
      const written = [page(0), page(1), page(2).slice(0, 3)];
      await lists.write("g", 1, "long", written);
      await lists.write("h", 7, "long", written);
      const linesOf = (packed: readonly Uint8Array[] | undefined) =>
        packed?.map((chunk) => gunzipSync(chunk).toString().split("\n"));
      expect(linesOf(await lists.readPacked("long", 0, 2))).toEqual(written.slice(0, 2));
      expect(linesOf(await lists.readPacked("long", 1, 10))).toEqual(written.slice(1));
      expect(linesOf(await lists.readPacked("long", 2, 1))).toEqual(written.slice(2));
      expect(await lists.readPacked("long", 3, 2)).toBeUndefined();
      expect(await lists.readPacked("unknown", 0, 2)).toBeUndefined();
    });

    test("is read completely when another copy is incomplete or being deleted", async () => {
      const lists = await open();
      const pages = Array.from({ length: 3 }, (_, n) => [`10.0.${n}.0/24`]);
      async function* interrupted() {
        yield* pages.slice(0, 2);
        throw new Error("interrupted");
      }
      await expect(lists.write("g", 7, "same", interrupted())).rejects.toThrow("interrupted");
      await lists.write("h", 1, "same", pages);
      const packed = async (from: number) =>
        (await lists.readPacked("same", from, 10))?.flatMap((chunk) => gunzipSync(chunk).toString().split("\n"));
      expect(await packed(0)).toEqual(pages.flat());
    });

    test("is copied, and the copy alone keeps it", async () => {
      const lists = await open();
      const pages = Array.from({ length: 25 }, (_, n) =>
        Array.from({ length: n < 24 ? CHUNK_SIZE : 5 }, (_, at) => `10.${n}.${at >> 8}.${at & 255}/32`),
      );
      await lists.write("g/held", 3, "long", pages);
      await lists.write("g/held", 4, "empty", []);
      expect(await lists.copy("long", "g", 8)).toBe(true);
      expect(await lists.copy("long", "g", 8)).toBe(true);
      expect(await lists.copy("empty", "g", 9)).toBe(true);
      expect(await lists.copy("unknown", "g", 10)).toBe(false);
      await lists.dropUpTo("g/held", 4);
      for (const [chunk, cidrs] of pages.entries())
        expect(await lists.readByHash("long", chunk)).toEqual({ cidrs, last: chunk === 24 });
      expect(await lists.readByHash("empty", 0)).toEqual({ cidrs: [], last: true });
      await lists.dropUpTo("g", 8);
      expect(await lists.readByHash("long", 0)).toBeUndefined();
      expect(await lists.readByHash("unknown", 0)).toBeUndefined();
    });

    test("is kept as long as a group keeps it", async () => {
      const lists = await open();
      for (const [group, revision] of [
        ["g", 1],
        ["g", 2],
        ["h", 1],
      ] as const)
        await lists.write(group, revision, group + revision, [["10.0.0.0/8"]]);
      await lists.write("h", 1, "g1", [["10.0.0.0/8"]]);
      await lists.dropUpTo("g", 1);
      expect(await lists.readByHash("g2", 0)).toBeDefined();
      expect(await lists.readByHash("g1", 0)).toBeDefined();
      await lists.dropUpTo("h", 1);
      expect(await lists.readByHash("g1", 0)).toBeUndefined();
      expect(await lists.readByHash("h1", 0)).toBeUndefined();
    });
  });
}
