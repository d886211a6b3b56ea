import { expect, test } from "@jest/globals";
import { readArguments } from "./read-arguments.ts";
import { kinds } from "./readers.ts";

const asa = kinds.find(({ name }) => name === "asa");

test("a kind, its files and a device are enough", () => {
  expect(readArguments(["asa", "a.txt", "b.txt", "a.txt", "--device", "edge-1"])).toEqual({
    ok: true,
    options: {
      ...{ kind: asa, files: ["a.txt", "b.txt"], device: "edge-1" },
      ...{ group: undefined, configuredAt: undefined, stack: false, dryRun: false },
    },
  });
});

test("flags may stand anywhere", () => {
  const args = ["--group", "12", "asa", "--device=edge-1", "--stack", "a.txt", "--dry-run"];
  expect(readArguments(args)).toMatchObject({
    ok: true,
    options: { files: ["a.txt"], device: "edge-1", group: 12, stack: true, dryRun: true },
  });
});

test.each([
  ["2026-03-01T08:00:00Z", "2026-03-01T08:00:00.000Z"],
  ["2026-03-01T09:30:00.5+01:30", "2026-03-01T08:00:00.500Z"],
])("--configured-at %s is %s", (text, iso) => {
  const read = readArguments(["asa", "a.txt", "--device", "edge-1", "--configured-at", text]);
  expect(read.ok && read.options.configuredAt?.toISOString()).toBe(iso);
});

test.each([[[]], [["--help"]], [["asa", "-h"]]])("%j shows the help", (args) => {
  expect(readArguments(args)).toEqual({ ok: false, help: true });
});

test.each([
  [["pix", "x.txt"], '"pix" is not a kind; the kinds are iptables, asa'],
  [["--device", "d"], "a kind is missing; the kinds are iptables, asa"],
  [["asa", "--device", "d"], "a file is missing; write import asa FILE... --device NAME"],
  [["asa", "x.txt"], "the device is missing; give its name with --device NAME"],
  [["asa", "x.txt", "--device", ""], "--device is empty"],
  [["asa", "x.txt", "--device", " d"], "--device begins or ends with a space"],
  [["asa", "x.txt", "--device", "d", "--group", "servers"], "--group is the id of a device group"],
  [["asa", "x.txt", "--device", "d", "--group", "0"], "--group is the id of a device group"],
  [["asa", "x.txt", "--device", "d", "--password", "p"], "--password"],
])("%j is refused with what to change", (args, problem) => {
  expect(readArguments(args)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});

test.each(["yesterday", "2026-03-01", "2026-03-01T08:00:00", "2026-02-30T08:00:00Z"])(
  "--configured-at %s is refused with what works",
  (text) => {
    expect(readArguments(["asa", "x.txt", "--device", "d", "--configured-at", text])).toEqual({
      ok: false,
      problem: `"${text}" is not a time; write --configured-at like 2026-03-01T08:00:00Z or 2026-03-01T09:00:00+01:00`,
    });
  },
);
