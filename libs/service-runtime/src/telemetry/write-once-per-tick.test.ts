import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { pino } from "pino";
import { writeOncePerTick } from "./write-once-per-tick.ts";

function buffering() {
  const buffered: string[] = [];
  const writes: string[][] = [];
  const destination = {
    write: (line: string) => buffered.push(JSON.parse(line).msg),
    flush: () => void writes.push(buffered.splice(0)),
    flushSync: () => undefined,
  };
  return { log: pino({}, writeOncePerTick(destination)), writes };
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test("lines of one tick are written together, those of the next tick separately", async () => {
  const { log, writes } = buffering();
  log.info("a");
  log.info("b");
  await Promise.resolve();
  log.info("c");
  expect(writes).toEqual([]);
  await nextTick();
  log.info("d");
  await nextTick();
  expect(writes).toEqual([["a", "b", "c"], ["d"]]);
});

test("a warning is written at once, after the lines before it", async () => {
  const { log, writes } = buffering();
  log.info("a");
  log.warn("b");
  expect(writes).toEqual([["a", "b"]]);
  log.info("c");
  await nextTick();
  expect(writes).toEqual([["a", "b"], ["c"]]);
});

test.each([
  ["exits", "process.exit(3)"],
  ["throws", 'throw new Error("failed")'],
])("a process that %s right after its last line has written all its lines", async (_, end) => {
  const logger = new URL("logger.ts", import.meta.url).href;
  const script = `import { createLogger } from ${JSON.stringify(logger)};
    const log = createLogger({ name: "test", level: "info" });
    for (let n = 0; n < 5_000; n += 1) log.info({ n }, "line");
    ${end};`;
  const run = promisify(execFile)(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], {
    maxBuffer: 16 * 1_024 * 1_024,
  });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const numbers = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).n);
  expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
});
