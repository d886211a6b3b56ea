import { expect, test } from "@jest/globals";
import { readEstateDemonstration } from "./estate-demonstration.ts";
import { olderConfiguration } from "./older-configuration.ts";

const { devices, groups } = readEstateDemonstration();

test("twelve devices in five groups, one of them a management station with children", () => {
  const names = devices.map(({ name }) => name);
  expect([names.length, new Set(names).size, groups.length]).toEqual([12, 12, 5]);
  expect(devices.filter(({ type }) => type === "DEVICE_MGR").map(({ name }) => name)).toEqual(["larkfield-manager"]);
  expect(devices.filter(({ station }) => station === "larkfield-manager").length).toBeGreaterThan(1);
});

test("each file says that it is made up, and has only private addresses and those for documentation", () => {
  const files = devices.flatMap(({ name, revisions }) =>
    revisions.flatMap((revision) => revision.files.map((file) => ({ name: `${name}/${file.name}`, text: file.text }))),
  );
  expect(files.length).toBeGreaterThan(30);
  for (const { name, text } of files) {
    expect([name, text]).toEqual([name, expect.stringContaining("Made-up configuration of the demonstration")]);
    expect([name, [...text.matchAll(ADDRESS)].map(([address]) => address).filter(isForeign)]).toEqual([name, []]);
  }
});

const ADDRESS = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;
const USED = /^(?:10|127)\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.(?:168|0\.2)\.|^198\.51\.100\.|^203\.0\.113\./;
const MASK = /^(?:255|0)\./;

function isForeign(address: string): boolean {
  return !USED.test(address) && !MASK.test(address);
}

test("revisions are in order, lie in the last 60 days, and differ from one another", () => {
  for (const { name, revisions } of devices) {
    const days = revisions.map(({ daysAgo }) => daysAgo);
    expect([name, days]).toEqual([name, days.toSorted((one, other) => other - one)]);
    expect(Math.max(0, ...days)).toBeLessThanOrEqual(60);
    const texts = revisions.map(({ files }) => JSON.stringify(files));
    expect([name, new Set(texts).size]).toEqual([name, texts.length]);
  }
  expect(devices.filter(({ revisions }) => revisions.length > 1).length).toBeGreaterThan(5);
});

test("an older configuration lacks a line, or has other words in it", () => {
  const files = [{ name: "rules", text: "first\nsecond 80,443\nthird\n" }];
  const change = { file: "rules", lineWith: "second" };
  expect(olderConfiguration(files, [change])).toEqual([{ name: "rules", text: "first\nthird\n" }]);
  expect(olderConfiguration(files, [{ ...change, replace: "80,443", by: "443" }])).toEqual([
    { name: "rules", text: "first\nsecond 443\nthird\n" },
  ]);
});

test.each([
  [{ file: "other", lineWith: "first" }, "no file other"],
  [{ file: "rules", lineWith: "fourth" }, "0 lines"],
  [{ file: "rules", lineWith: "ir" }, "2 lines"],
  [{ file: "rules", lineWith: "first", replace: "x" }, 'does not have "x"'],
])("a change that does not fit is refused: %j", (change, problem) => {
  expect(() => olderConfiguration([{ name: "rules", text: "first\nsecond\nthird\n" }], [change])).toThrow(problem);
});
