import { expect, test } from "@jest/globals";
import { createScanPace } from "./scan-pace.ts";

function aPace(perSecond = 50) {
  let time = 1_000_000;
  const pace = createScanPace({
    perSecond,
    minPauseMs: 500,
    now: () => time,
    pause: async (ms) => {
      time += ms;
    },
  });
  const waited = async (work: () => Promise<void>) => {
    const from = time;
    await work();
    return time - from;
  };
  return { pace, waited, pass: (ms: number) => (time += ms) };
}

test("re-evaluations are requested no faster than the rate, in whatever portions", async () => {
  const { pace, waited, pass } = aPace(50);
  expect(await waited(() => pace.beforeRequests(50))).toBe(0);
  expect(await waited(() => pace.beforeRequests(25))).toBe(1_000);
  expect(await waited(() => pace.beforeRequests(1))).toBe(500);
  pass(60_000);
  expect(await waited(() => pace.beforeRequests(50))).toBe(0);
  expect(await waited(() => pace.beforeRequests(1))).toBe(1_000);
});

test("a scan is followed by a pause as long as it took, within limits", async () => {
  const { pace, waited } = aPace();
  expect(await waited(() => pace.beforeScan())).toBe(0);
  pace.ended(10);
  expect(await waited(() => pace.beforeScan())).toBe(500);
  pace.ended(1_000);
  expect(await waited(() => pace.beforeScan())).toBe(1_000);
  pace.ended(60_000);
  expect(await waited(() => pace.beforeScan())).toBe(5_000);
});
