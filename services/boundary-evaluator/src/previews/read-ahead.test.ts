import { expect, test } from "@jest/globals";
import { aBoundaryInput, aRule, cidr } from "../../test/boundaries.ts";
import { aPreviewHouse } from "../../test/preview-house.ts";
import { readAhead } from "./read-ahead.ts";

const never = new AbortController().signal;

async function aHouse(options: Parameters<typeof aPreviewHouse>[0] = {}) {
  const house = aPreviewHouse(options);
  await house.saveBoundary();
  const rules = [aRule({ sources: [cidr("10.1.0.0/24")] })];
  for (let n = 0; n < 5; n += 1) await house.store(`cr-${n}`, rules, { isJudged: n % 2 === 0 });
  const { run, newRun, previewing } = house.needs;
  let reads = 0;
  const readTexts: typeof run.readTexts = (revisions, signal) => {
    reads += revisions.length;
    return run.readTexts(revisions, signal);
  };
  const needs = { ...house.needs, run: { ...run, readTexts } };
  const forbid = () =>
    house.preview({ input: aBoundaryInput({ id: "no", action: "Fail" }) }, AbortSignal.timeout(10_000), needs);
  return {
    ...house,
    readAhead: () => readAhead({ ...needs.run, newRun }, previewing, never),
    reads: () => reads,
    forbid,
  };
}
const allFlip = { ok: true, preview: { flippedCount: 5, unchangedCount: 0 } };

test.each([1, 3])("after reading ahead the first preview reads no text, with %d shares", async (shares) => {
  const house = await aHouse({ shares });
  expect(await house.readAhead()).toEqual({ ok: true, value: 5 });
  expect(house.reads()).toBe(5);
  expect(await house.forbid()).toMatchObject(allFlip);
  expect(house.reads()).toBe(5);
  // What was saved since is read.
  await house.store("cr-0", [aRule({ sources: [cidr("172.16.0.0/24")] })]);
  expect(await house.forbid()).toMatchObject({ preview: { flippedCount: 4, unchangedCount: 1 } });
  expect(house.reads()).toBe(6);
});

test("what does not fit into memory is read again, and nothing is wrong", async () => {
  const house = await aHouse({ maxBytes: 2_500 });
  await house.readAhead();
  expect(await house.forbid()).toMatchObject(allFlip);
  expect(house.reads()).toBeGreaterThan(5);
});

test("a preview beside the reading says what it says alone", async () => {
  const house = await aHouse();
  const [ahead, preview] = await Promise.all([house.readAhead(), house.forbid()]);
  expect(ahead).toEqual({ ok: true, value: 5 });
  expect(preview).toMatchObject(allFlip);
});

test("where nothing is stored nobody who previews is asked", async () => {
  const house = aPreviewHouse();
  const { run, newRun } = house.needs;
  const previewing = {
    give: () => Promise.reject(new Error("asked")),
    ask: () => Promise.reject(new Error("asked")),
  };
  expect(await readAhead({ ...run, newRun }, previewing, never)).toEqual({ ok: true, value: 0 });
});
