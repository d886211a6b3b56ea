import { expect, test } from "@jest/globals";
import type { LeaseStore } from "./lease-store.ts";

const at = new Date("2026-01-01T00:00:00Z");

/** Tests the contract of LeaseStore. */
export function leaseContract(open: () => Promise<LeaseStore>): void {
  test("a lease belongs to one holder until it is released or expires, and its mark stays", async () => {
    const leases = await open();
    const later = new Date("2026-01-02T00:00:00Z");
    const take = (holder: string, from: Date, until: Date) => leases.acquire("l", { holder, at: from, until });
    expect(await take("a", at, later)).toEqual({ mark: null });
    expect(await take("b", at, later)).toBeUndefined();
    expect(await take("a", at, later)).toEqual({ mark: null });
    await leases.mark("l", "b", later);
    await leases.release("l", "b");
    expect(await take("b", at, later)).toBeUndefined();
    await leases.mark("l", "a", at);
    await leases.release("l", "a");
    expect(await take("b", at, later)).toEqual({ mark: at });
    expect(await take("c", later, later)).toEqual({ mark: at });
    expect(await leases.acquire("other", { holder: "b", at, until: later })).toEqual({ mark: null });
  });
}
