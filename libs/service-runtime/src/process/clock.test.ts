import { expect, test } from "@jest/globals";
import { z } from "zod";
import { clockEnvironment, createClock } from "./clock.ts";
import { readEnvironment } from "./environment.ts";

const environment = z.object({ ...clockEnvironment.shape, OTHER: z.string() });
const read = (env: Record<string, string>) => readEnvironment(environment, env);
const FIXED_TIME = "2026-01-31T12:00:00Z";

test("a fixed clock always shows the same time, in a date that a caller may change", () => {
  const now = createClock(read({ FIXED_TIME, OTHER: "x" }).FIXED_TIME);
  now().setFullYear(1999);
  expect(now()).toEqual(new Date(FIXED_TIME));
});

test("without a fixed time, the clock is the system's", () => {
  const before = Date.now();
  expect(createClock(read({ OTHER: "x" }).FIXED_TIME)().getTime()).toBeGreaterThanOrEqual(before);
});

test.each(["production", "Production", " production "])("a fixed time is refused when NODE_ENV is %j", (NODE_ENV) => {
  expect(() => read({ FIXED_TIME, NODE_ENV, OTHER: "x" })).toThrow(/FIXED_TIME: is for tests; production refuses it/);
  expect(read({ NODE_ENV, OTHER: "x" }).FIXED_TIME).toBeUndefined();
});

test("the refusal is named together with other mistakes", () => {
  expect(() => read({ FIXED_TIME, NODE_ENV: "production" })).toThrow(
    /OTHER: is missing[\s\S]*FIXED_TIME: is for tests/,
  );
});

test.each(["yesterday", "2026-01-31", "1769860800000", "2026-01-31T12:00:00+01:00"])(
  "%j is not a fixed time",
  (text) => {
    expect(() => read({ FIXED_TIME: text, OTHER: "x" })).toThrow(/FIXED_TIME: must be a time in UTC such as/);
  },
);
