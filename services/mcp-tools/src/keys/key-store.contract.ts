import { expect, test } from "@jest/globals";
import type { KeyStore } from "./key-store.ts";
import type { ToolKey } from "./tool-key.ts";

const at = new Date("2026-01-01T00:00:00Z");
const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000);

const aKey = (id: string, given: Partial<ToolKey> = {}): ToolKey => ({
  ...{ id, label: `key ${id}`, kind: "long-lived", createdAt: at, createdBy: "ada@example.com", expiresAt: null },
  ...{ lastUsedAt: null, revokedAt: null, revokedBy: null },
  ...given,
});

export function keyStoreContract(open: () => Promise<KeyStore>): void {
  test("a key is found by its id and by the hash of its secret", async () => {
    const keys = await open();
    const key = aKey("a", { kind: "registration", expiresAt: later(24) });
    await keys.insert(key, "hash-a");
    await keys.insert(aKey("b"), "hash-b");
    expect(await keys.find("a")).toEqual(key);
    expect(await keys.find("hash-a")).toBeUndefined();
    expect(await keys.findByHashes(["hash-a", "unknown", "a"])).toEqual(new Map([["hash-a", key]]));
    expect((await keys.findByHashes(["hash-b", "hash-a"])).size).toBe(2);
    expect(await keys.findByHashes([])).toEqual(new Map());
  });

  test("the newest key is listed first, and each page continues after the one before", async () => {
    const keys = await open();
    const made = [aKey("c"), aKey("a", { createdAt: later(1) }), aKey("d"), aKey("b", { createdAt: later(-1) })];
    for (const key of made) await keys.insert(key, `hash-${key.id}`);
    expect((await keys.list({ after: null, limit: 10 })).map(({ id }) => id)).toEqual(["a", "d", "c", "b"]);
    const first = await keys.list({ after: null, limit: 2 });
    expect(first.map(({ id }) => id)).toEqual(["a", "d"]);
    expect((await keys.list({ after: { createdAt: at, id: "d" }, limit: 2 })).map(({ id }) => id)).toEqual(["c", "b"]);
    expect(await keys.list({ after: { createdAt: later(-1), id: "b" }, limit: 2 })).toEqual([]);
  });

  test("only the first revocation is recorded", async () => {
    const keys = await open();
    await keys.insert(aKey("a"), "hash-a");
    await keys.revoke("a", { at: later(1), by: "ada" });
    await keys.revoke("a", { at: later(2), by: "bob" });
    await keys.revoke("unknown", { at, by: "ada" });
    expect(await keys.find("a")).toEqual(aKey("a", { revokedAt: later(1), revokedBy: "ada" }));
  });

  test("the hour of the last use only moves forward", async () => {
    const keys = await open();
    await keys.insert(aKey("a"), "hash-a");
    for (const hours of [2, 5, 3]) await keys.noteUse("a", later(hours));
    await keys.noteUse("unknown", at);
    expect(await keys.find("a")).toEqual(aKey("a", { lastUsedAt: later(5) }));
  });

  test("a use and a revocation at the same time are both recorded", async () => {
    const keys = await open();
    const ids = Array.from({ length: 20 }, (_, n) => `k${n}`);
    for (const id of ids) await keys.insert(aKey(id), `hash-${id}`);
    await Promise.all(ids.flatMap((id) => [keys.noteUse(id, later(1)), keys.revoke(id, { at: later(1), by: "ada" })]));
    const expected = ids.map((id) => aKey(id, { lastUsedAt: later(1), revokedAt: later(1), revokedBy: "ada" }));
    expect(await Promise.all(ids.map((id) => keys.find(id)))).toEqual(expected);
  });
}
