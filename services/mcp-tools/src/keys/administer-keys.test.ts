import { expect, test } from "@jest/globals";
import { hashSecret } from "@network-access/access/basic-credentials";
import { createKey } from "./create-key.ts";
import { createInMemoryKeyStore } from "./in-memory-key-store.ts";
import { listKeys } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";
import { hourOf, isValidAt } from "./tool-key.ts";

const start = new Date("2026-03-01T08:00:00Z");

function setUp() {
  let ids = 0;
  const keys = createInMemoryKeyStore();
  const needs = { keys, newId: () => `key-${++ids}`, newSecret: () => `secret-${ids}`, now: () => start };
  const create = (label: string, kind: "long-lived" | "registration" = "long-lived") =>
    createKey(needs, { label, kind }, "ada@example.com");
  return { needs, keys, create };
}

const key = {
  ...{ id: "key-1", label: "desk", kind: "long-lived", createdAt: start, createdBy: "ada@example.com" },
  ...{ expiresAt: null, lastUsedAt: null, revokedAt: null, revokedBy: null },
};

test("a key is created with a secret of which only the hash is stored", async () => {
  const { keys, create } = setUp();
  expect(await create("  desk ")).toEqual({ ok: true, key, secret: "secret-1" });
  expect(await keys.findByHashes([hashSecret("secret-1")])).toEqual(new Map([[hashSecret("secret-1"), key]]));
  expect(await keys.findByHashes(["secret-1"])).toEqual(new Map());
});

test("a registration key is valid for 24 hours, not a millisecond more", async () => {
  const { create } = setUp();
  const created = await create("stack", "registration");
  if (!created.ok) throw new Error("not created");
  expect(created.key.expiresAt).toEqual(new Date("2026-03-02T08:00:00Z"));
  expect(isValidAt(created.key, new Date("2026-03-02T07:59:59.999Z"))).toBe(true);
  expect(isValidAt(created.key, new Date("2026-03-02T08:00:00Z"))).toBe(false);
});

test.each([
  ["", "has 0 characters; 1 to 100 work"],
  ["  \n ", "has 0 characters; 1 to 100 work"],
  ["\u{1F600}".repeat(101), "has 101 characters; 1 to 100 work"],
  ["a\nb", "has a line break or another control character; leave it out"],
  ["a\u2028b", "has a line break or another control character; leave it out"],
])("the label %j is refused", async (label, message) => {
  const { keys, create } = setUp();
  const failure = { kind: "invalid-input", fields: [{ path: "label", message }] };
  expect(await create(label)).toEqual({ ok: false, failure });
  expect(await keys.list({ after: null, limit: 1 })).toEqual([]);
});

test("a label of 100 characters is accepted, whatever its characters", async () => {
  const { create } = setUp();
  expect((await create("\u{1F600}".repeat(100))).ok).toBe(true);
});

test("all keys are listed, page by page", async () => {
  const { needs, create } = setUp();
  for (let n = 0; n < 5; n++) await create(`label ${n}`);
  const labels: string[] = [];
  let nextPageKey: string | null = null;
  do {
    const page = await listKeys(needs, { limit: 2, nextPageKey });
    if (!page.ok) throw new Error("no page");
    expect(page.keys.length).toBeLessThanOrEqual(2);
    labels.push(...page.keys.map(({ label }) => label));
    nextPageKey = page.nextPageKey;
  } while (nextPageKey !== null);
  expect(labels.sort()).toEqual(["label 0", "label 1", "label 2", "label 3", "label 4"]);
});

test("a wrong limit and a key of another list are refused together", async () => {
  const { needs } = setUp();
  expect(await listKeys(needs, { limit: 201, nextPageKey: "x" })).toMatchObject({
    ok: false,
    failure: { kind: "invalid-input", fields: [{ path: "limit" }, { path: "nextPageKey" }] },
  });
});

test("a revoked key keeps its first revocation, and an unknown one is named", async () => {
  const { needs, create } = setUp();
  await create("desk");
  const revoked = { ok: true, key: { ...key, revokedAt: start, revokedBy: "bob" } };
  expect(await revokeKey(needs, "key-1", "bob")).toEqual(revoked);
  expect(await revokeKey({ ...needs, now: () => new Date() }, "key-1", "eve")).toEqual(revoked);
  expect(await revokeKey(needs, "key-7", "bob")).toEqual({
    ok: false,
    failure: { kind: "not-found", message: 'there is no key "key-7"; the list of keys has the ids' },
  });
});

test("a use is recorded to the hour", () => {
  expect(hourOf(new Date("2026-03-01T08:59:59.999Z"))).toEqual(start);
  expect(hourOf(start)).toEqual(start);
});
