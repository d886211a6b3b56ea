import { afterEach, expect, test } from "@jest/globals";
import { registry } from "@network-access/service-runtime/metrics";
import type { Part } from "@network-access/service-runtime/part";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { until } from "@network-access/testkit/until";
import type { DirectoryUser } from "./caller.ts";
import type { DirectoryCopy, DirectoryStore } from "./directory-copy.ts";
import { createInMemoryDirectoryStore } from "./in-memory-directory-store.ts";
import { createUserDirectory } from "./user-directory.ts";

const start = Date.parse("2026-03-01T08:00:00Z");
const parts: Part[] = [];
afterEach(async () => {
  for (const part of parts.splice(0)) await part.stop();
});

const aUser = (id: number, given: Partial<DirectoryUser> = {}): DirectoryUser => ({
  ...{ id, enabled: true, locked: false, expired: false, deviceGroupIds: [2, 5] },
  ...given,
});

/**
 * Creates a user directory with a simulated security manager and a simulated database. The simulated time advances only
 * when a test calls `pass`.
 */
function setUp(options: { store?: DirectoryStore; missWaitMs?: number; startMs?: number } = {}) {
  let time = 0;
  const manager = {
    ...{ users: [aUser(7)], groups: [1, 2, 5], reads: 0, isAway: false, isSilent: false },
    during: async () => undefined as unknown,
  };
  const kept = options.store ?? createInMemoryDirectoryStore();
  const database = { isAway: false, writes: [] as DirectoryCopy[] };
  const { logger, lines } = keepLogLines();
  const directory = createUserDirectory({
    feed: {
      async read(at, signal) {
        manager.reads += 1;
        if (manager.isSilent) await new Promise((resolve) => signal.addEventListener("abort", resolve));
        await manager.during();
        if (manager.isAway) return undefined;
        const { users, groups } = manager;
        return { users, groups, fingerprint: JSON.stringify([users, groups]), copiedAt: at };
      },
    },
    store: {
      async read() {
        if (database.isAway) throw new Error("the database is away");
        return kept.read();
      },
      async write(copy) {
        if (database.isAway) throw new Error("the database is away");
        database.writes.push(copy);
        return kept.write(copy);
      },
    },
    now: () => new Date(start + time),
    elapsedMs: () => time,
    logger,
    // The pause is so long that no second periodic copy starts during a test.
    everyMs: 10_000_000,
    startMs: options.startMs ?? 5_000,
    missWaitMs: options.missWaitMs ?? 3_000,
  });
  parts.push(directory);
  return {
    ...{ directory, manager, database, kept, lines },
    kind: async (id: number) => (await directory.find(id)).kind,
    said: () => lines.map(({ msg }) => msg),
    pass(ms: number) {
      time += ms;
    },
  };
}

test("the start copies the users and stores the copy", async () => {
  const { directory, manager, kept } = setUp();
  await directory.start();
  expect(await directory.find(7)).toEqual({ kind: "found", user: aUser(7) });
  expect(manager.reads).toBe(1);
  expect((await kept.read())?.users).toEqual([aUser(7)]);
  expect((await registry.getSingleMetric("tool_user_directory_copied_seconds")?.get())?.values[0]?.value).toBe(
    start / 1_000,
  );
});

test("a user of all devices may use every device group", async () => {
  const { directory, manager } = setUp();
  manager.users = [aUser(7, { deviceGroupIds: [1] }), aUser(8, { deviceGroupIds: [] })];
  await directory.start();
  expect(await directory.find(7)).toEqual({ kind: "found", user: aUser(7, { deviceGroupIds: [1, 2, 5] }) });
  expect(await directory.find(8)).toEqual({ kind: "found", user: aUser(8, { deviceGroupIds: [] }) });
});

test("the users are copied again and again, and what changed counts", async () => {
  const { logger } = keepLogLines();
  const users = [aUser(7)];
  const directory = createUserDirectory({
    feed: { read: async (copiedAt) => ({ users: [...users], groups: [1], fingerprint: "", copiedAt }) },
    store: createInMemoryDirectoryStore(),
    now: () => new Date(),
    elapsedMs: () => 0,
    logger,
    everyMs: 10,
  });
  parts.push(directory);
  await directory.start();
  users[0] = aUser(7, { locked: true });
  const locked = await until("the next copy", async () => {
    const found = await directory.find(7);
    return found.kind === "found" && found.user.locked && found;
  });
  expect(locked).toEqual({ kind: "found", user: aUser(7, { locked: true }) });
});

test("an unknown user is looked for in a new copy, at most every 5 s", async () => {
  const { directory, manager, kind, pass } = setUp();
  await directory.start();
  manager.users = [aUser(7), aUser(9)];
  expect([await kind(9), manager.reads]).toEqual(["found", 2]);
  expect([await kind(10), manager.reads]).toEqual(["unknown", 2]);
  manager.users = [aUser(7), aUser(9), aUser(10)];
  pass(4_999);
  expect([await kind(10), manager.reads]).toEqual(["unknown", 2]);
  pass(1);
  expect([await kind(10), manager.reads]).toEqual(["found", 3]);
});

test("copies because of unknown users take at most a tenth of the time", async () => {
  const { directory, manager, kind, pass } = setUp();
  await directory.start();
  manager.during = async () => pass(2_000);
  expect([await kind(9), manager.reads]).toEqual(["unknown", 2]);
  pass(17_999);
  expect([await kind(9), manager.reads]).toEqual(["unknown", 2]);
  pass(1);
  expect([await kind(9), manager.reads]).toEqual(["unknown", 3]);
});

test("callers that wait at the same time share one copy", async () => {
  const { directory, manager, kind } = setUp();
  await directory.start();
  manager.users = [aUser(7), aUser(9)];
  expect(await Promise.all([kind(9), kind(9), kind(7), kind(8)])).toEqual(["found", "found", "found", "unknown"]);
  expect(manager.reads).toBe(2);
});

test("without the manager the last copy counts, and the log says so once", async () => {
  const { directory, manager, kind, pass, said } = setUp();
  await directory.start();
  manager.isAway = true;
  for (let n = 0; n < 3; n++) {
    pass(5_000);
    expect([await kind(7), await kind(9)]).toEqual(["found", "unknown"]);
  }
  manager.isAway = false;
  pass(5_000);
  await kind(9);
  expect(said()).toEqual([
    "the users can't be copied from the manager",
    "the users can be copied from the manager again",
  ]);
});

test("a start without the manager uses the stored copy", async () => {
  const store = createInMemoryDirectoryStore();
  await store.write({ users: [aUser(3)], groups: [1, 2, 5], fingerprint: "", copiedAt: new Date(0) });
  const { directory, manager, kind } = setUp({ store });
  manager.isAway = true;
  await directory.start();
  expect([await kind(3), await kind(7)]).toEqual(["found", "unknown"]);
});

test("a start with the manager does not use the stored copy", async () => {
  const store = createInMemoryDirectoryStore();
  await store.write({ users: [aUser(3)], groups: [1, 2, 5], fingerprint: "", copiedAt: new Date(0) });
  const { directory, kind } = setUp({ store });
  await directory.start();
  expect([await kind(3), await kind(7)]).toEqual(["unknown", "found"]);
});

test("without a copy and without the manager every user is unavailable, until one of the two is there", async () => {
  const { directory, manager, database, kept, kind, pass } = setUp();
  Object.assign(manager, { isAway: true });
  database.isAway = true;
  await directory.start();
  expect([await kind(7), await kind(9)]).toEqual(["unavailable", "unavailable"]);
  await kept.write({ users: [aUser(7)], groups: [1], fingerprint: "", copiedAt: new Date(0) });
  database.isAway = false;
  pass(5_000);
  expect([await kind(7), await kind(9)]).toEqual(["found", "unknown"]);

  const other = setUp();
  Object.assign(other.manager, { isAway: true });
  await other.directory.start();
  expect(await other.kind(7)).toBe("unavailable");
  other.manager.isAway = false;
  other.pass(5_000);
  expect(await other.kind(7)).toBe("found");
});

test("a manager that does not answer delays the start and a request by a bounded time", async () => {
  const { directory, manager, kind } = setUp({ startMs: 20, missWaitMs: 20 });
  manager.isSilent = true;
  await directory.start();
  expect(await kind(7)).toBe("unavailable");
  expect(manager.reads).toBe(1);
});

test("a database that is away does not matter while the manager answers", async () => {
  const { directory, manager, database, kept, kind, pass, said } = setUp();
  database.isAway = true;
  await directory.start();
  expect(await kind(7)).toBe("found");
  database.isAway = false;
  manager.users = [aUser(7), aUser(9)];
  pass(5_000);
  expect(await kind(9)).toBe("found");
  expect((await kept.read())?.users).toEqual([aUser(7), aUser(9)]);
  expect(said()).toEqual(["the stored copy of the users can't be read", "the copy of the users can't be stored"]);
});

test("a copy is stored when it differs from the last one, and every ten minutes", async () => {
  const { directory, manager, database, kind, pass } = setUp();
  await directory.start();
  const writes = async (passMs: number) => {
    pass(passMs);
    await kind(99);
    return database.writes.length;
  };
  expect([await writes(5_000), await writes(5_000)]).toEqual([1, 1]);
  manager.users = [aUser(7, { expired: true })];
  expect([await writes(5_000), await writes(599_999), await writes(5_000)]).toEqual([2, 2, 3]);
});

test("an unexpected error does not end the copying", async () => {
  const { directory, manager, kind, pass, said } = setUp();
  await directory.start();
  manager.during = async () => {
    throw new Error("unexpected");
  };
  expect(await kind(9)).toBe("unknown");
  manager.during = async () => undefined;
  manager.users = [aUser(9)];
  pass(5_000);
  expect(await kind(9)).toBe("found");
  expect(said()).toEqual(["the users could not be copied"]);
});
