import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { startChild } from "./child-process.ts";
import { startOrphanGuard } from "./orphan-guard.ts";

const folder = mkdtempSync(join(tmpdir(), "child-process-"));
const guard = startOrphanGuard();
afterAll(async () => {
  await guard.endEverything();
  rmSync(folder, { recursive: true });
});

test("a child with a niceness has a lower priority, also among processes of other sessions", async () => {
  const child = await startChild({
    name: "waiting",
    command: process.execPath,
    args: ["-e", "setInterval(() => undefined, 1_000)"],
    environment: {},
    folder,
    log: join(folder, "waiting.log"),
    niceness: 7,
    order: "service",
    guard,
  });
  expect(getPriority(child.pid)).toBe(7);
  const file = `/proc/${child.pid}/autogroup`;
  const session = existsSync(file) ? readFileSync(file, "utf8") : "";
  // The text is empty on a system that does not group processes by session.
  expect(session).toMatch(/^$| nice 7\n$/);
  await child.stop();
  expect(await child.ended).toBe("SIGTERM");
});
