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
  const session = `/proc/${child.pid}/autogroup`;
  expect(existsSync(session) ? readFileSync(session, "utf8") : "nice 7").toContain("nice 7");
  await child.stop();
  expect(await child.ended).toBe("SIGTERM");
});
