import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { aConnector } from "../../test/inventory-builders.ts";
import { type AddressListStore, CHUNK_SIZE } from "../addresses/address-list-store.ts";
import type { ConnectorStore } from "../connectors/connector-store.ts";
import { type DiscoveryRunStore, everything } from "../connectors/discovery-run.ts";
import type { LeaseStore } from "../projection/lease-store.ts";

const at = new Date("2026-01-01T00:00:00Z");

/** What lists of addresses in a store promise. */
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

    test("is read whole where another copy of it was broken off or is on its way out", async () => {
      const lists = await open();
      const pages = Array.from({ length: 3 }, (_, n) => [`10.0.${n}.0/24`]);
      async function* brokenOff() {
        yield* pages.slice(0, 2);
        throw new Error("broken off");
      }
      await expect(lists.write("g", 7, "same", brokenOff())).rejects.toThrow("broken off");
      await lists.write("h", 1, "same", pages);
      const packed = async (from: number) =>
        (await lists.readPacked("same", from, 10))?.flatMap((chunk) => gunzipSync(chunk).toString().split("\n"));
      expect(await packed(0)).toEqual(pages.flat());
    });

    test("is copied as it is, and kept by the copy alone", async () => {
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

/** What connectors in a store promise. */
export function connectorContract(open: () => Promise<ConnectorStore>): void {
  test("a connector is registered once, listed without its secret, and gone when it is removed", async () => {
    const connectors = await open();
    const scoped = aConnector("b", { scope: { ...everything, regions: ["eu"] } });
    expect(await connectors.insert(scoped, "hash")).toBe(true);
    expect(await connectors.insert(aConnector("a"), "hash")).toBe(true);
    expect(await connectors.insert(aConnector("a"), "other")).toBe(false);
    expect(await connectors.list()).toEqual([aConnector("a"), scoped]);
    expect(await connectors.findWithSecretHash("b")).toEqual({ connector: scoped, secretHash: "hash" });
    await connectors.noteUpload(scoped.uuid, at);
    await connectors.noteUpload(scoped.uuid, new Date(0));
    expect((await connectors.findWithSecretHash("b"))?.connector.lastUploadAt).toEqual(at);
    expect(await connectors.remove("b", at)).toBe(true);
    expect(await connectors.remove("b", at)).toBe(false);
    expect(await connectors.listRemoved(10)).toEqual([{ uuid: scoped.uuid, removedAt: at }]);
    await connectors.forgetRemoved(scoped.uuid);
    expect(await connectors.listRemoved(10)).toEqual([]);
    expect(await connectors.findWithSecretHash("b")).toBeUndefined();
  });

  test("a connector is removed for good while its uploads are noted", async () => {
    const connectors = await open();
    const registered = Array.from({ length: 60 }, (_, n) => aConnector(`c-${n}`));
    await Promise.all(registered.map((connector) => connectors.insert(connector, "hash")));
    const removed = registered.map(async ({ id, uuid }) => {
      const removal = connectors.remove(id, at);
      for (let n = 0; n < 6; n++) await connectors.noteUpload(uuid, new Date(at.getTime() + n));
      return removal;
    });
    expect((await Promise.all(removed)).filter((removal) => !removal)).toEqual([]);
    expect(await connectors.list()).toEqual([]);
  });
}

/** What discovery runs in a store promise. */
export function discoveryRunContract(open: () => Promise<DiscoveryRunStore>): void {
  test("two first uploads at once open one run, and a later run of the registration has a higher number", async () => {
    const runs = await open();
    const start = { scope: everything, openedAt: at };
    const both = await Promise.all([runs.findOrOpen("c", "r1", start), runs.findOrOpen("c", "r1", start)]);
    expect(both[0]).toEqual(both[1]);
    const later = await runs.findOrOpen("c", "r2", { scope: { ...everything, types: ["vm"] }, openedAt: at });
    expect(later.sequence).toBeGreaterThan(both[0].sequence);
    expect(await runs.findOrOpen("c", "r2", start)).toEqual(later);
    expect((await runs.findOrOpen("other", "r1", start)).connectorUuid).toBe("other");
    expect(await runs.find("c", "r2")).toEqual(later);
    expect(await runs.find("c", "unknown")).toBeUndefined();
    expect((await runs.listNewer("c", both[0].sequence, 10)).map(({ discoveryId }) => discoveryId)).toEqual(["r2"]);
    expect(await runs.listNewer("c", later.sequence, 10)).toEqual([]);
    await runs.findOrOpen("c", "r3", start);
    expect(await runs.listNewer("c", both[0].sequence, 1)).toEqual([later]);
  });

  test("the first runs of a registration that are opened at once have numbers of their own", async () => {
    const runs = await open();
    const registrations = Array.from({ length: 20 }, (_, n) => `c-${n}`);
    const ids = ["r1", "r2", "r3", "r4"];
    for (const connectorUuid of registrations) {
      const opened = await Promise.all(
        ids.map((id) => runs.findOrOpen(connectorUuid, id, { scope: everything, openedAt: at })),
      );
      expect(opened.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3, 4]);
    }
  });

  test("a run is closed once, and its first clean-up stays", async () => {
    const runs = await open();
    const run = await runs.findOrOpen("c", "r", { scope: everything, openedAt: at });
    await runs.findOrOpen("c", "open", { scope: everything, openedAt: at });
    expect(run).toMatchObject({ closedAt: null, cleanUp: null });
    await runs.close(run, at);
    await runs.close(run, new Date("2026-01-02T00:00:00Z"));
    expect(await runs.find("c", "r")).toMatchObject({ closedAt: at, cleanUp: null });
    expect(await runs.listUnfinished(at, 10)).toEqual([]);
    const later = new Date("2026-01-03T00:00:00Z");
    expect(await runs.listUnfinished(later, 10)).toMatchObject([{ discoveryId: "r", closedAt: at }]);
    expect(await runs.noteCleanUp(run, { removed: 3, kept: 4 })).toEqual({ removed: 3, kept: 4 });
    expect(await runs.noteCleanUp(run, { removed: 9, kept: 9 })).toEqual({ removed: 3, kept: 4 });
    expect((await runs.findOrOpen("c", "r", { scope: everything, openedAt: later })).cleanUp).toEqual({
      removed: 3,
      kept: 4,
    });
    expect(await runs.listUnfinished(later, 10)).toEqual([]);
  });

  test("old runs are forgotten, and numbers go on all the same", async () => {
    const runs = await open();
    const later = new Date("2026-01-03T00:00:00Z");
    for (const id of ["r1", "r2"]) await runs.findOrOpen("c", id, { scope: everything, openedAt: at });
    const kept = await runs.findOrOpen("c", "r3", { scope: everything, openedAt: later });
    expect(await runs.purge(later, 1)).toBe(1);
    expect(await runs.purge(later, 10)).toBe(1);
    expect(await runs.find("c", "r2")).toBeUndefined();
    expect(await runs.find("c", "r3")).toEqual(kept);
    const again = await runs.findOrOpen("c", "r1", { scope: everything, openedAt: later });
    expect(again.sequence).toBeGreaterThan(kept.sequence);
  });
}

/** What leases in a store promise. */
export function leaseContract(open: () => Promise<LeaseStore>): void {
  test("a lease is one holder's until it is given back or runs out, and its mark stays", async () => {
    const leases = await open();
    const later = new Date("2026-01-02T00:00:00Z");
    const take = (holder: string, from: Date, until: Date) => leases.take("l", { holder, at: from, until });
    expect(await take("a", at, later)).toEqual({ mark: null });
    expect(await take("b", at, later)).toBeUndefined();
    expect(await take("a", at, later)).toEqual({ mark: null });
    await leases.mark("l", "b", later);
    await leases.giveBack("l", "b");
    expect(await take("b", at, later)).toBeUndefined();
    await leases.mark("l", "a", at);
    await leases.giveBack("l", "a");
    expect(await take("b", at, later)).toEqual({ mark: at });
    expect(await take("c", later, later)).toEqual({ mark: at });
    expect(await leases.take("other", { holder: "b", at, until: later })).toEqual({ mark: null });
  });
}
