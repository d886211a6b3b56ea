import { expect, test } from "@jest/globals";
import { readArguments } from "./read-arguments.ts";

test("a kind, its files and a device are enough", () => {
  expect(readArguments(["asa", "a.txt", "b.txt", "a.txt", "--device", "dc fw"])).toMatchObject({
    ok: true,
    options: {
      ...{
        kind: { name: "asa" },
        files: ["a.txt", "b.txt"],
        device: "dc fw",
        dryRun: false,
        stack: false,
        noWait: false,
      },
      ...{ group: undefined, configuredAt: undefined },
    },
  });
});

test("a group and a time are read", () => {
  const args = ["iptables", "rules", "--device", "a", "--group", "4", "--configured-at", "2026-05-01T08:30:00Z"];
  expect(readArguments(args)).toMatchObject({
    options: { group: 4, configuredAt: new Date("2026-05-01T08:30:00Z") },
  });
});

test.each([
  [["nokia", "f", "--device", "d"], '"nokia" is not a kind; iptables, asa work'],
  [["--device", "d"], "a kind is missing"],
  [["asa", "--device", "d"], "a file is missing"],
  [["asa", "f"], "--device is missing"],
  [["asa", "f", "--device", " "], "--device is missing"],
  [["asa", "f", "--device", "d", "--group", "edge"], '--group "edge" is not the id of a device group'],
  [["asa", "f", "--device", "d", "--configured-at", "yesterday"], '--configured-at "yesterday" is not a time'],
  [["asa", "f", "--device", "d", "--configured-at", "2026-13-01T00:00:00Z"], "is not a time"],
  [["asa", "f", "--device", "d", "--configured-at", "2026-02-30T00:00:00Z"], "is not a time"],
  [["asa", "f", "--device", "d", "--configured-at", "2026-02-03T00:00:00"], "is not a time"],
  [["asa", "f", "--device", "d", "--force"], "--force"],
])("%j is refused with what works", (args, problem) => {
  expect(readArguments(args)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
});

test.each([[[]], [["--help"]], [["asa", "-h"]]])("%j asks for help", (args) => {
  expect(readArguments(args)).toEqual({ ok: false, help: true });
});
