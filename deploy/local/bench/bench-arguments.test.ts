import { expect, test } from "@jest/globals";
import { readBenchArguments } from "./bench-arguments.ts";

const read = (...args: string[]) => readBenchArguments(args, "/somewhere");

test("a name alone runs that benchmark, the load for a minute", () => {
  expect(read("save")).toEqual({ ok: true, name: "save", settings: { seconds: 60, profileFolder: undefined } });
  expect(read("evaluate")).toMatchObject({ ok: true, name: "evaluate" });
});

test("a save may be shorter and profiled", () => {
  expect(read("save", "--seconds", "5", "--profile", "profiles")).toMatchObject({
    ok: true,
    settings: { seconds: 5, profileFolder: "/somewhere/profiles" },
  });
});

test.each([
  [["walk"], `there is no benchmark "walk"`],
  [["toString"], `there is no benchmark "toString"`],
  [[], "which one?"],
  [["save", "gateway"], `"gateway" is too much`],
  [["evaluate", "--seconds", "5"], `"evaluate" takes no --seconds`],
  [["save", "--seconds", "0"], `--seconds is "0"`],
  [["save", "--minutes", "5"], "--minutes"],
])("%j is refused, and every name is told", (args, reason) => {
  const refused = read(...args);
  expect(refused).toMatchObject({ ok: false, problem: expect.stringContaining(reason) });
  expect(refused).toMatchObject({ problem: expect.stringContaining("evaluate, save, gateway") });
});
