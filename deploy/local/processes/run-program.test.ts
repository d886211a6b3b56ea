import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { runProgram } from "./run-program.ts";

const node = (script: string, signal?: AbortSignal) =>
  runProgram(process.execPath, ["-e", script], signal ? { signal } : {});

test("what a program prints is returned, and a failure has its last lines", async () => {
  expect(await node("console.log(1)")).toBe("1\n");
  await expect(node("console.error('no such thing'); process.exit(3)")).rejects.toThrow(/code 3:\nno such thing/);
});

test("a signal ends a program, and its end is waited for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "program-"));
  const ready = join(folder, "ready");
  const stopping = new AbortController();
  const script = `process.on("SIGTERM", () => setTimeout(() => { console.log("done"); process.exit(1); }, 100));
    require("fs").writeFileSync(${JSON.stringify(ready)}, ""); setInterval(() => {}, 1000);`;
  const running = node(script, stopping.signal);
  while (!existsSync(ready)) await sleep(20);
  stopping.abort();
  await expect(running).rejects.toThrow(/done/);
  rmSync(folder, { recursive: true });
});

test("a signal that was given before ends the program at once", async () => {
  await expect(node("setInterval(() => {}, 1000)", AbortSignal.abort())).rejects.toThrow("SIGTERM");
});
