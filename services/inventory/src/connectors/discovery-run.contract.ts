import { expect, test } from "@jest/globals";
import { type DiscoveryRunStore, unlimitedScope } from "./discovery-run.ts";

const at = new Date("2026-01-01T00:00:00Z");

/** The contract of DiscoveryRunStore. */
export function discoveryRunContract(open: () => Promise<DiscoveryRunStore>): void {
  test("concurrent first uploads open one run, and a later run of the registration has a higher number", async () => {
    const runs = await open();
    const start = { scope: unlimitedScope, openedAt: at };
    const both = await Promise.all([runs.findOrOpen("c", "r1", start), runs.findOrOpen("c", "r1", start)]);
    expect(both[0]).toEqual(both[1]);
    const later = await runs.findOrOpen("c", "r2", { scope: { ...unlimitedScope, types: ["vm"] }, openedAt: at });
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

  test("concurrent first runs of a registration have different numbers", async () => {
    const runs = await open();
    const registrations = Array.from({ length: 20 }, (_, n) => `c-${n}`);
    const ids = ["r1", "r2", "r3", "r4"];
    for (const connectorUuid of registrations) {
      const opened = await Promise.all(
        ids.map((id) => runs.findOrOpen(connectorUuid, id, { scope: unlimitedScope, openedAt: at })),
      );
      expect(opened.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3, 4]);
    }
  });

  test("a run is closed once, and its first clean-up stays", async () => {
    const runs = await open();
    const run = await runs.findOrOpen("c", "r", { scope: unlimitedScope, openedAt: at });
    await runs.findOrOpen("c", "open", { scope: unlimitedScope, openedAt: at });
    expect(run).toMatchObject({ closedAt: null, cleanUp: null });
    await runs.close(run, at);
    await runs.close(run, new Date("2026-01-02T00:00:00Z"));
    expect(await runs.find("c", "r")).toMatchObject({ closedAt: at, cleanUp: null });
    expect(await runs.listUnfinished(at, 10)).toEqual([]);
    const later = new Date("2026-01-03T00:00:00Z");
    expect(await runs.listUnfinished(later, 10)).toMatchObject([{ discoveryId: "r", closedAt: at }]);
    expect(await runs.noteCleanUp(run, { removed: 3, kept: 4 })).toEqual({ removed: 3, kept: 4 });
    expect(await runs.noteCleanUp(run, { removed: 9, kept: 9 })).toEqual({ removed: 3, kept: 4 });
    expect((await runs.findOrOpen("c", "r", { scope: unlimitedScope, openedAt: later })).cleanUp).toEqual({
      removed: 3,
      kept: 4,
    });
    expect(await runs.listUnfinished(later, 10)).toEqual([]);
  });

  test("old runs are purged, and the numbers continue", async () => {
    const runs = await open();
    const later = new Date("2026-01-03T00:00:00Z");
    for (const id of ["r1", "r2"]) await runs.findOrOpen("c", id, { scope: unlimitedScope, openedAt: at });
    const kept = await runs.findOrOpen("c", "r3", { scope: unlimitedScope, openedAt: later });
    expect(await runs.purge(later, 1)).toBe(1);
    expect(await runs.purge(later, 10)).toBe(1);
    expect(await runs.find("c", "r2")).toBeUndefined();
    expect(await runs.find("c", "r3")).toEqual(kept);
    const again = await runs.findOrOpen("c", "r1", { scope: unlimitedScope, openedAt: later });
    expect(again.sequence).toBeGreaterThan(kept.sequence);
  });
}
