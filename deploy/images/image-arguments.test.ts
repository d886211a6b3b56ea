import { expect, test } from "@jest/globals";
import { readImageArguments } from "./image-arguments.ts";
import { readTime } from "./read-time.ts";

test("a process and a folder are enough", () => {
  expect(readImageArguments(["gateway", "out"])).toEqual({
    ok: true,
    options: { task: "write", process: "gateway", folder: "out", oci: false },
  });
  expect(readImageArguments(["--oci", "mcp-tools", "out"])).toMatchObject({ options: { oci: true } });
});

test("the packages of the base are pinned without a process", () => {
  expect(readImageArguments(["--pin-packages"])).toEqual({ ok: true, options: { task: "pin" } });
});

test.each([
  [[], "a process is missing; the processes are gateway, change-request"],
  [["toString", "out"], '"toString" is not a process; the processes are gateway'],
  [["gateway"], "a folder is missing"],
  [["gateway", "out", "more"], '"more" is one argument too many'],
  [["gateway", "out", "--tar"], "--tar"],
  [["gateway", "--pin-packages"], "--pin-packages stands alone"],
])("the arguments %j are refused with what would work", (args, reason) => {
  const read = readImageArguments(args);
  expect(read).toMatchObject({ ok: false, problem: expect.stringContaining(reason) });
  expect(read).toMatchObject({ problem: expect.stringContaining("npm run image -- PROCESS DIR [--oci]") });
});

test("the time of the files is that of SOURCE_DATE_EPOCH, and 1970 without it", () => {
  expect(readTime("1700000000")).toEqual({ ok: true, time: new Date("2023-11-14T22:13:20Z") });
  for (const absent of [undefined, ""]) expect(readTime(absent)).toEqual({ ok: true, time: new Date(0) });
  for (const wrong of ["now", "-1", "1.5", "123456789012"])
    expect(readTime(wrong)).toMatchObject({ ok: false, problem: expect.stringContaining("SOURCE_DATE_EPOCH") });
});
