import { expect, test } from "@jest/globals";
import type { BucketStore } from "./bucket-store.ts";

/** The tests that every BucketStore must pass. `pass` waits for at least `ms` milliseconds. */
export function bucketStoreContract(open: () => { store: BucketStore; pass: (ms: number) => Promise<void> }): void {
  test("a new bucket is full, and grants no more than it has", async () => {
    const { store } = open();
    const size = { perSecond: 0.000_001, burst: 100 };
    expect(await store.lease("a", size, 0)).toEqual({ granted: 0, left: 100 });
    expect(await store.lease("a", size, 60)).toEqual({ granted: 60, left: expect.closeTo(40, 2) });
    expect(await store.lease("a", size, 60)).toEqual({ granted: 40, left: expect.closeTo(0, 2) });
    expect(await store.lease("a", size, 1)).toEqual({ granted: 0, left: expect.closeTo(0, 2) });
    expect(await store.lease("b", size, 100)).toEqual({ granted: 100, left: expect.closeTo(0, 2) });
  });

  test("tokens come back with time, up to the burst", async () => {
    const { store, pass } = open();
    const size = { perSecond: 1_000, burst: 20 };
    await store.lease("a", size, 20);
    await pass(200);
    const { granted, left } = await store.lease("a", size, 5);
    expect(granted).toBe(5);
    expect(left).toBeCloseTo(15, 6);
  });

  test("parts of tokens add up", async () => {
    const { store, pass } = open();
    const size = { perSecond: 10, burst: 5 };
    await store.lease("a", size, 5);
    let granted = 0;
    for (let step = 0; step < 20; step++) {
      await pass(15);
      granted += (await store.lease("a", size, 1)).granted;
    }
    expect(granted).toBeGreaterThanOrEqual(2);
  });

  test("concurrent leases never get more than there is", async () => {
    const { store } = open();
    const size = { perSecond: 0.001, burst: 50 };
    const leases = await Promise.all(Array.from({ length: 40 }, () => store.lease("a", size, 3)));
    expect(leases.reduce((sum, { granted }) => sum + granted, 0)).toBe(50);
  });
}
