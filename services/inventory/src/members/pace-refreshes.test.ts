import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createRefreshPace } from "./pace-refreshes.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/**
 * Creates a RefreshPace, and a list to which it adds each group whose refresh it requests. `tookMs` maps a group to the
 * duration of the group's refresh. The RefreshPace is notified of this duration as soon as it requests the refresh.
 */
function paced(tookMs: Readonly<Record<string, number>> = {}) {
  const asked: string[] = [];
  const pace = createRefreshPace({
    async refresh(uuids) {
      asked.push(...uuids);
      for (const uuid of uuids) pace.took(uuid, tookMs[uuid] ?? 0);
    },
    now: () => new Date(),
  });
  return { pace, asked };
}

test("a group is requested at once, and not again within two seconds", () => {
  const { pace, asked } = paced();
  pace.refresh(["a"]);
  expect(asked).toEqual(["a"]);
  pace.refresh(["a"]);
  pace.refresh(["a", "b"]);
  expect(asked).toEqual(["a", "b"]);
  jest.advanceTimersByTime(1_999);
  expect(asked).toHaveLength(2);
  jest.advanceTimersByTime(1);
  expect(asked).toEqual(["a", "b", "a"]);
  jest.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(3);
  pace.refresh(["a"]);
  expect(asked).toHaveLength(4);
});

test("under load a group rests longer, and no longer than that once the load is over", () => {
  const { pace, asked } = paced();
  pace.load(true);
  pace.refresh(["a"]);
  pace.refresh(["a"]);
  jest.advanceTimersByTime(4_999);
  expect(asked).toEqual(["a"]);
  jest.advanceTimersByTime(1);
  expect(asked).toEqual(["a", "a"]);
  pace.refresh(["a"]);
  jest.advanceTimersByTime(2_500);
  expect(asked).toHaveLength(2);
  pace.load(false);
  expect(asked).toHaveLength(3);
});

test("groups that always wait are computed for a fifth of the time under load, and small ones far more often", () => {
  const tookMs = { small: 10, large: 4_000 };
  const { pace, asked } = paced(tookMs);
  pace.load(true);
  for (let second = 0; second < 600; second += 1) {
    pace.refresh(["large", "small"]);
    jest.advanceTimersByTime(1_000);
  }
  const times = (uuid: string) => asked.filter((one) => one === uuid).length;
  expect(times("large") * 4_000 + times("small") * 10).toBeGreaterThan(600_000 * 0.15);
  expect(times("large") * 4_000 + times("small") * 10).toBeLessThan(600_000 * 0.25);
  expect(times("small")).toBeGreaterThan(100);
});

test("every waiting group is requested in the end, however long others take", () => {
  const uuids = Array.from({ length: 30 }, (_, n) => `g${n}`);
  const { pace, asked } = paced(Object.fromEntries(uuids.map((uuid, n) => [uuid, n * 100])));
  pace.load(true);
  for (let round = 0; round < 3; round += 1) {
    pace.refresh(uuids);
    jest.advanceTimersByTime(300_000);
  }
  for (const uuid of uuids) expect(asked.filter((one) => one === uuid)).toHaveLength(3);
});

test("nothing is requested after the stop", () => {
  const { pace, asked } = paced();
  pace.refresh(["a"]);
  pace.refresh(["a"]);
  pace.stop();
  jest.advanceTimersByTime(60_000);
  pace.refresh(["b"]);
  expect(asked).toEqual(["a"]);
});
