import { expect, test } from "@jest/globals";
import { showProgress } from "./progress.ts";

test("in a log a finished step is one line with its duration, and nothing is overwritten", () => {
  const written: string[] = [];
  let time = 0;
  const progress = showProgress({ write: (text) => written.push(text) }, () => time);
  const step = progress.begin("building", () => "3 MB");
  time = 2_500;
  step.done("built");
  step.end();
  expect(written).toEqual(["built (2.5 s)\n"]);
});

test("on a terminal the running steps are one line with amount and time", () => {
  const written: string[] = [];
  const progress = showProgress({ isTTY: true, columns: 80, write: (text) => written.push(text) }, () => 0);
  const one = progress.begin("building");
  const two = progress.begin("fetching", () => "3 of 9 MB");
  expect(written.at(-1)).toContain("building (0.0 s) · fetching 3 of 9 MB (0.0 s)");
  one.end();
  two.end();
});
