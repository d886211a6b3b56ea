import { expect, test } from "@jest/globals";
import { createScanPace } from "./scan-pace.ts";

function aPace(perSecond = 50) {
  let time = 1_000_000;
  const pace = createScanPace({
    perSecond,
    shortestQuietMs: 500,
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

test("no more are asked for than may be in a second, however they are asked for", async () => {
  const { pace, waited, pass } = aPace(50);
  expect(await waited(() => pace.beforeAsking(50))).toBe(0);
  expect(await waited(() => pace.beforeAsking(25))).toBe(1_000);
  expect(await waited(() => pace.beforeAsking(1))).toBe(500);
  pass(60_000);
  expect(await waited(() => pace.beforeAsking(50))).toBe(0);
  expect(await waited(() => pace.beforeAsking(1))).toBe(1_000);
});

test("comparing rests as long as it took, within what is set", async () => {
  const { pace, waited } = aPace();
  expect(await waited(() => pace.beforeNext())).toBe(0);
  pace.ended(10);
  expect(await waited(() => pace.beforeNext())).toBe(500);
  pace.ended(1_000);
  expect(await waited(() => pace.beforeNext())).toBe(1_000);
  pace.ended(60_000);
  expect(await waited(() => pace.beforeNext())).toBe(5_000);
});
