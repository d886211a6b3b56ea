import { expect, test } from "@jest/globals";
import type { LeaseStore } from "./lease-store.ts";

const at = new Date("2026-01-01T00:00:00Z");

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
