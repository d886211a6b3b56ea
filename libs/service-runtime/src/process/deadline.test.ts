import { expect, test } from "@jest/globals";
import { DeadlineExceeded, pause, withDeadline } from "./deadline.ts";

test("work within the deadline gives its value", async () => {
  expect(await withDeadline("work", 1_000, async () => 7)).toBe(7);
});

test("late work is aborted with an error that names it and the deadline", async () => {
  let reason: unknown;
  const late = withDeadline("the query", 20, (signal) => {
    signal.addEventListener("abort", () => {
      reason = signal.reason;
    });
    return new Promise(() => undefined);
  });
  await expect(late).rejects.toThrow("the query took longer than 20 ms");
  expect(reason).toBeInstanceOf(DeadlineExceeded);
});

test("an outer signal ends the wait with its own reason", async () => {
  const outer = new AbortController();
  const waiting = withDeadline("work", 5_000, () => new Promise(() => undefined), outer.signal);
  outer.abort(new Error("the caller is gone"));
  await expect(waiting).rejects.toThrow("the caller is gone");
  await expect(withDeadline("work", 5_000, async () => 7, outer.signal)).rejects.toThrow("the caller is gone");
});

test("a pause ends early when its signal is aborted", async () => {
  const early = new AbortController();
  const began = performance.now();
  const waiting = pause(60_000, early.signal);
  early.abort();
  await waiting;
  await pause(60_000, early.signal);
  expect(performance.now() - began).toBeLessThan(30_000);
});
