import { expect, test } from "@jest/globals";
import { readBenchArguments } from "./bench-arguments.ts";
import { benches } from "./registry.ts";

const read = (...args: string[]) => readBenchArguments(args, "/somewhere");

test("a name alone runs that benchmark with the defaults", () => {
  const settings = { seconds: 60, items: [10_000, 100_000], addresses: 1_000_000, requests: 10_000, rules: [] };
  expect(read("save")).toEqual({
    ok: true,
    name: "save",
    settings: { ...settings, profileFolder: undefined },
  });
  expect(read("evaluate")).toMatchObject({ ok: true, name: "evaluate" });
});

test("save takes a duration and a profile folder", () => {
  expect(read("save", "--seconds", "5", "--profile", "profiles")).toMatchObject({
    ok: true,
    settings: { seconds: 5, profileFolder: "/somewhere/profiles" },
  });
});

test("inventory takes sizes", () => {
  expect(read("inventory", "--items", "1000000")).toMatchObject({ ok: true, settings: { items: [1_000_000] } });
  expect(read("inventory", "--items=500,2000")).toMatchObject({ ok: true, settings: { items: [500, 2_000] } });
});

test("reevaluation takes a number of requests", () => {
  expect(read("reevaluation", "--requests", "500")).toMatchObject({ ok: true, settings: { requests: 500 } });
});

test("siql and import take sizes, and have their own", () => {
  expect(read("siql")).toMatchObject({ ok: true, settings: { rules: [10_000, 100_000, 300_000] } });
  expect(read("import")).toMatchObject({ ok: true, settings: { rules: [2_000, 10_000] } });
  expect(read("siql", "--rules", "500,2000")).toMatchObject({ ok: true, settings: { rules: [500, 2_000] } });
});

test("tools takes sizes and a duration", () => {
  expect(read("tools")).toMatchObject({ ok: true, settings: { rules: [10_000], seconds: 20 } });
  const settings = { rules: [100_000], seconds: 60 };
  expect(read("tools", "--rules", "100000", "--seconds", "60")).toMatchObject({ ok: true, settings });
});

test.each([
  [["walk"], `"walk" is not a benchmark`],
  [["toString"], `"toString" is not a benchmark`],
  [[], "a name is missing"],
  [["save", "gateway"], `remove "gateway"`],
  [["evaluate", "--seconds", "5"], `"evaluate" takes no --seconds`],
  [["save", "--seconds", "0"], `--seconds is "0"`],
  [["save", "--minutes", "5"], "--minutes"],
  [["save", "--items", "500"], `"save" takes no --items`],
  [["resolution", "--addresses", "12345"], `--addresses is "12345"`],
  [["inventory", "--items", "many"], `--items is "many"`],
  [["reevaluation", "--requests", "5"], `--requests is "5"`],
  [["inventory", "--items", "500,"], `--items is "500,"`],
  [["siql", "--rules", "few"], `--rules is "few"`],
  [["save", "--rules", "500"], `"save" takes no --rules`],
])("%j is refused, and every benchmark is listed", (args, reason) => {
  const refused = read(...args);
  expect(refused).toMatchObject({ ok: false, problem: expect.stringContaining(reason) });
  expect(refused).toMatchObject({
    problem: expect.stringContaining(`with NAME one of ${Object.keys(benches).join(", ")}`),
  });
});
