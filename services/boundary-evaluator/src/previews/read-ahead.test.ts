import { expect, test } from "@jest/globals";
import { aBoundaryInput, aRule, cidr } from "../../test/boundaries.ts";
import { aPreviewFixture } from "../../test/preview-fixture.ts";
import { readAhead } from "./read-ahead.ts";

const never = new AbortController().signal;

async function aFixture(options: Parameters<typeof aPreviewFixture>[0] = {}) {
  const fixture = aPreviewFixture(options);
  await fixture.saveBoundary();
  const rules = [aRule({ sources: [cidr("10.1.0.0/24")] })];
  for (let n = 0; n < 5; n += 1) await fixture.store(`cr-${n}`, rules, { isEvaluated: n % 2 === 0 });
  const { run, newRun, runner } = fixture.needs;
  let reads = 0;
  const readTexts: typeof run.readTexts = (revisions, signal) => {
    reads += revisions.length;
    return run.readTexts(revisions, signal);
  };
  const needs = { ...fixture.needs, run: { ...run, readTexts } };
  const forbid = () =>
    fixture.preview({ input: aBoundaryInput({ id: "no", action: "Fail" }) }, AbortSignal.timeout(60_000), needs);
  return {
    ...fixture,
    readAhead: () => readAhead({ ...needs.run, newRun }, runner, never),
    reads: () => reads,
    forbid,
  };
}
const allFlip = { ok: true, preview: { flippedCount: 5, unchangedCount: 0 } };

test.each([1, 3])("after reading ahead the first preview reads no text, with %d shards", async (shards) => {
  const fixture = await aFixture({ shards });
  expect(await fixture.readAhead()).toEqual({ ok: true, value: 5 });
  expect(fixture.reads()).toBe(5);
  expect(await fixture.forbid()).toMatchObject(allFlip);
  expect(fixture.reads()).toBe(5);
  // If a request is saved after the read-ahead, the next preview reads it.
  await fixture.store("cr-0", [aRule({ sources: [cidr("172.16.0.0/24")] })]);
  expect(await fixture.forbid()).toMatchObject({ preview: { flippedCount: 4, unchangedCount: 1 } });
  expect(fixture.reads()).toBe(6);
});

test("requests that do not fit into the cache are read again, with the same result", async () => {
  const fixture = await aFixture({ maxBytes: 2_500 });
  await fixture.readAhead();
  expect(await fixture.forbid()).toMatchObject(allFlip);
  expect(fixture.reads()).toBeGreaterThan(5);
});

test("a preview during the reading has the same result as alone", async () => {
  const fixture = await aFixture();
  const [ahead, preview] = await Promise.all([fixture.readAhead(), fixture.forbid()]);
  expect(ahead).toEqual({ ok: true, value: 5 });
  expect(preview).toMatchObject(allFlip);
});

test("without stored requests no preview thread is used", async () => {
  const fixture = aPreviewFixture();
  const { run, newRun } = fixture.needs;
  const runner = {
    transfer: () => Promise.reject(new Error("used")),
    execute: () => Promise.reject(new Error("used")),
  };
  expect(await readAhead({ ...run, newRun }, runner, never)).toEqual({ ok: true, value: 0 });
});
