import { expect, test } from "@jest/globals";
import { hashSecret } from "@network-access/access/basic-credentials";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { createKeyFinder } from "./find-key.ts";
import { createInMemoryKeyStore } from "./in-memory-key-store.ts";
import type { ToolKey } from "./tool-key.ts";

const HOUR_MS = 3_600_000;
const start = Date.parse("2026-03-01T08:30:00Z");

/** Returns a finder and its database. Time passes only by calls of `pass`. */
async function setUp({ mostRemembered = 100 } = {}) {
  const store = createInMemoryKeyStore();
  const { logger, lines } = keepLogLines();
  let time = 0;
  const database = { isAway: false, reads: 0, notes: 0, during: async () => undefined as unknown };
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = database.isAway ? undefined : await work();
    await database.during();
    if (result === undefined && database.isAway) throw new Error("the database does not answer");
    return result as Result;
  };
  const finder = createKeyFinder({
    store: {
      findByHashes(hashes) {
        database.reads += 1;
        return guarded(() => store.findByHashes(hashes));
      },
      noteUse(id, hour) {
        database.notes += 1;
        return guarded(() => store.noteUse(id, hour));
      },
    },
    now: () => new Date(start + time),
    elapsedMs: () => time,
    logger,
    mostRemembered,
  });
  const add = async (id: string, given: Partial<ToolKey> = {}) => {
    const key: ToolKey = {
      ...{ id, label: id, kind: "long-lived", createdAt: new Date(0), createdBy: "ada", expiresAt: null },
      ...{ lastUsedAt: null, revokedAt: null, revokedBy: null },
      ...given,
    };
    await store.insert(key, hashSecret(id));
    return key;
  };
  return {
    ...{ finder, store, database, lines, add },
    kind: async (secret: string) => (await finder.find(secret)).kind,
    revoke: (id: string) => store.revoke(id, { at: new Date(start + time), by: "ada" }),
    pass(ms: number) {
      time += ms;
    },
  };
}

test("a key is found by its secret, and unknown, expired and revoked keys look the same", async () => {
  const { finder, add } = await setUp();
  const key = await add("good");
  await add("expired", { expiresAt: new Date(start) });
  await add("revoked", { revokedAt: new Date(start - 1), revokedBy: "ada" });
  expect(await finder.find("good")).toEqual({ kind: "valid", key });
  for (const secret of ["expired", "revoked", "never made", hashSecret("good")])
    expect(await finder.find(secret)).toEqual({ kind: "unknown" });
  for (const secret of ["expired", "revoked", "never made"]) expect(finder.isKnown(secret)).toBe(false);
});

test("a key is read once in 5 s, and a revoked key ends then", async () => {
  const { kind, add, database, revoke, pass } = await setUp();
  await add("good");
  expect(await kind("good")).toBe("valid");
  await revoke("good");
  pass(4_999);
  expect([await kind("good"), database.reads]).toEqual(["valid", 1]);
  pass(1);
  expect([await kind("good"), database.reads]).toEqual(["unknown", 2]);
});

test("the 5 s begin when the read begins, and a read that takes longer says nothing", async () => {
  const { kind, add, database, revoke, pass } = await setUp();
  await add("good");
  database.during = async () => {
    database.during = async () => undefined;
    await revoke("good");
    pass(4_000);
  };
  expect(await kind("good")).toBe("valid");
  pass(999);
  expect(await kind("good")).toBe("valid");
  pass(1);
  expect(await kind("good")).toBe("unknown");
  database.during = async () => pass(5_000);
  expect(await kind("good")).toBe("unavailable");
});

test("a key that expires while it is remembered ends at that time", async () => {
  const { kind, finder, add, pass, database } = await setUp();
  await add("short", { expiresAt: new Date(start + 1_000) });
  expect(await kind("short")).toBe("valid");
  pass(999);
  expect(await kind("short")).toBe("valid");
  pass(1);
  expect(finder.isKnown("short")).toBe(false);
  expect([await kind("short"), database.reads]).toEqual(["unknown", 1]);
});

test("while the database is away, a remembered key counts for its 5 s, and every other key is unavailable", async () => {
  const { kind, finder, add, database, pass, lines } = await setUp();
  await add("good");
  await add("other");
  await kind("good");
  database.isAway = true;
  pass(4_999);
  expect([await kind("good"), await kind("other"), await kind("never made")]).toEqual([
    ...["valid", "unavailable", "unavailable"],
  ]);
  await finder.recheck();
  pass(1);
  expect(await kind("good")).toBe("unavailable");
  expect(finder.isKnown("good")).toBe(true);
  database.isAway = false;
  expect([await kind("good"), await kind("other"), await kind("never made")]).toEqual([
    ...["valid", "valid", "unknown"],
  ]);
  expect(lines.filter(({ level }) => level !== "debug").map(({ msg }) => msg)).toEqual([
    "the keys of the tools can't be read",
    "the keys of the tools can be read again",
  ]);
});

test("a key in use is rechecked before its 5 s are over, so it is always known", async () => {
  const { kind, finder, add, database, pass } = await setUp();
  await add("good");
  await kind("good");
  for (let second = 0; second < 59; second++) {
    pass(1_000);
    await finder.recheck();
    const { reads } = database;
    if (second % 10 === 9) {
      expect(finder.isKnown("good")).toBe(true);
      expect([await kind("good"), database.reads]).toEqual(["valid", reads]);
    }
  }
  expect(database.reads).toBeLessThan(32);
});

test("a key that was not used for a minute is neither known nor rechecked", async () => {
  const { kind, finder, add, database, pass } = await setUp();
  await add("good");
  await kind("good");
  pass(59_999);
  expect(finder.isKnown("good")).toBe(true);
  pass(1);
  expect(finder.isKnown("good")).toBe(false);
  await finder.recheck();
  expect(database.reads).toBe(1);
});

test("a recheck ends a revoked key at once", async () => {
  const { kind, finder, add, revoke, pass } = await setUp();
  await add("good");
  await kind("good");
  await revoke("good");
  pass(2_000);
  await finder.recheck();
  expect(finder.isKnown("good")).toBe(false);
  expect(await kind("good")).toBe("unknown");
});

test("concurrent requests with one key read it once", async () => {
  const { kind, add, database } = await setUp();
  await add("good");
  expect(await Promise.all(Array.from({ length: 20 }, () => kind("good")))).toEqual(Array(20).fill("valid"));
  expect(database.reads).toBe(1);
  await Promise.all(Array.from({ length: 20 }, () => kind("never made")));
  expect(database.reads).toBe(2);
});

test("the memory is bounded: the key that was not used for longest is dropped, and unknown keys are not kept", async () => {
  const { kind, finder, add, pass } = await setUp({ mostRemembered: 2 });
  for (const id of ["a", "b", "c"]) await add(id);
  for (const id of ["a", "b", "a", "never made", "c"]) {
    pass(1);
    await kind(id);
  }
  expect(["a", "b", "c", "never made"].map(finder.isKnown)).toEqual([true, false, true, false]);
});

test("the last use is recorded once an hour", async () => {
  const { kind, finder, add, store, database, pass } = await setUp();
  await add("good");
  const lastUsedAt = async () => (await store.find("good"))?.lastUsedAt?.getTime();
  for (let minute = 0; minute < 29; minute++) {
    await kind("good");
    pass(60_000);
    await finder.recheck();
  }
  expect([await lastUsedAt(), database.notes]).toEqual([start - HOUR_MS / 2, 1]);
  pass(60_000);
  await kind("good");
  expect([await lastUsedAt(), database.notes]).toEqual([start + HOUR_MS / 2, 2]);
});

test("a use that could not be recorded is recorded with a later one", async () => {
  const { kind, add, store, database } = await setUp();
  await add("good");
  await kind("good");
  expect(database.notes).toBe(1);
  await add("other");
  database.during = async () => {
    database.isAway = true;
  };
  await kind("other");
  await new Promise((resolve) => setImmediate(resolve));
  Object.assign(database, { isAway: false, during: async () => undefined });
  await kind("other");
  expect((await store.find("other"))?.lastUsedAt).toEqual(new Date(start - HOUR_MS / 2));
});

test("rechecks run while the part runs", async () => {
  const { kind, finder, add, database, pass } = await setUp();
  await add("good");
  await kind("good");
  pass(3_000);
  await finder.start();
  await new Promise((resolve) => setImmediate(resolve));
  await finder.stop();
  expect(database.reads).toBe(2);
});
