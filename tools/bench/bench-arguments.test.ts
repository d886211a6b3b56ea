import { expect, test } from "@jest/globals";
import { readBenchArguments } from "./bench-arguments.ts";
import { benches } from "./registry.ts";

const read = (...args: string[]) => readBenchArguments(args, "/somewhere");

test("a name alone runs that benchmark, with the settings of a first look", () => {
  const settings = { seconds: 60, items: [10_000, 100_000], addresses: 1_000_000, requests: 10_000 };
  expect(read("save")).toEqual({
    ok: true,
    name: "save",
    settings: { ...settings, profileFolder: undefined },
  });
  expect(read("evaluate")).toMatchObject({ ok: true, name: "evaluate" });
});

test("a save may be shorter and profiled", () => {
  expect(read("save", "--seconds", "5", "--profile", "profiles")).toMatchObject({
    ok: true,
    settings: { seconds: 5, profileFolder: "/somewhere/profiles" },
  });
});

test("an inventory may be of other sizes", () => {
  expect(read("inventory", "--items", "1000000")).toMatchObject({ ok: true, settings: { items: [1_000_000] } });
  expect(read("inventory", "--items=500,2000")).toMatchObject({ ok: true, settings: { items: [500, 2_000] } });
});

test("a reevaluation may be among fewer requests", () => {
  expect(read("reevaluation", "--requests", "500")).toMatchObject({ ok: true, settings: { requests: 500 } });
});

test.each([
  [["walk"], `there is no benchmark "walk"`],
  [["toString"], `there is no benchmark "toString"`],
  [[], "which one?"],
  [["save", "gateway"], `"gateway" is too much`],
  [["evaluate", "--seconds", "5"], `"evaluate" takes no --seconds`],
  [["save", "--seconds", "0"], `--seconds is "0"`],
  [["save", "--minutes", "5"], "--minutes"],
  [["save", "--items", "500"], `"save" takes no --items`],
  [["resolution", "--addresses", "12345"], `--addresses is "12345"`],
  [["inventory", "--items", "many"], `--items is "many"`],
  [["reevaluation", "--requests", "5"], `--requests is "5"`],
  [["inventory", "--items", "500,"], `--items is "500,"`],
])("%j is refused, and every name is told", (args, reason) => {
  const refused = read(...args);
  expect(refused).toMatchObject({ ok: false, problem: expect.stringContaining(reason) });
  expect(refused).toMatchObject({
    problem: expect.stringContaining(`with NAME one of ${Object.keys(benches).join(", ")}`),
  });
});
