import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { lockHolder, takeLock, withLock } from "./lock-file.ts";

const lockPath = () => join(mkdtempSync(join(tmpdir(), "lock-")), "start.lock");

test("a second taker gets the holder of the lock and its purpose", () => {
  const path = lockPath();
  const first = takeLock(path, "running");
  expect(first.ok).toBe(true);
  expect(takeLock(path, "again")).toMatchObject({ ok: false, holder: { pid: process.pid, purpose: "running" } });
  if (first.ok) first.lock.describe("stopping");
  expect(lockHolder(path)?.purpose).toBe("stopping");
  if (first.ok) first.lock.release();
  expect(lockHolder(path)).toBeUndefined();
});

test("after its holder is gone, the lock is held until the heir has cleaned up", async () => {
  const path = lockPath();
  const heir = spawn("sleep", ["60"]);
  const gone = { pid: 2 ** 22 + 1, startedAt: "1", purpose: "running" };
  const first = takeLock(path, "running");
  if (!first.ok || heir.pid === undefined) throw new Error("neither lock nor heir");
  first.lock.leaveTo(heir.pid);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...gone }));
  expect(takeLock(path, "again")).toMatchObject({ ok: false, holder: { pid: heir.pid, purpose: "stopping" } });
  heir.kill();
  await once(heir, "exit");
  expect(takeLock(path, "again").ok).toBe(true);
});

test.each([
  ["of a process that is gone", { pid: 2 ** 22 + 1, startedAt: "1", purpose: "running" }],
  ["of an earlier process with our number", { pid: process.pid, startedAt: "0", purpose: "running" }],
  ["that holds no holder", {}],
])("a lock %s is taken over", (_name, content) => {
  const path = lockPath();
  writeFileSync(path, JSON.stringify(content));
  expect(takeLock(path, "mine").ok).toBe(true);
  expect(readdirSync(join(path, ".."))).toEqual(["start.lock"]);
});

test("work under one lock never overlaps, and the waiting process logs that once", async () => {
  const path = lockPath();
  const waited: number[] = [];
  let inside = 0;
  const work = async () => {
    expect(++inside).toBe(1);
    await new Promise(setImmediate);
    inside--;
  };
  await Promise.all([1, 2].map(() => withLock(path, "work", ({ pid }) => waited.push(pid), work)));
  expect(waited).toEqual([process.pid]);
});
