import { expect, test } from "@jest/globals";
import { readArguments } from "./read-arguments.ts";
import { aws } from "./readers/aws.ts";
import { namesOf, sources, sourcesWith } from "./sources.ts";

test("a source and its files are enough", () => {
  expect(readArguments(["aws", "a.json", "b.json", "a.json"])).toEqual({
    ok: true,
    options: {
      source: aws,
      files: ["a.json", "b.json"],
      mapping: undefined,
      stated: { account: undefined, cloudAccount: undefined, region: undefined, cluster: undefined },
      discoveryId: undefined,
      cleanUp: "usual",
      force: false,
      dryRun: false,
      stack: false,
    },
  });
});

test("flags may stand anywhere", () => {
  const read = readArguments([
    "--cluster=c",
    "kubernetes",
    "--region",
    "r",
    "x.json",
    "--no-cleanup",
    "--discovery-id",
    "run 7",
  ]);
  expect(read).toMatchObject({
    ok: true,
    options: { stated: { cluster: "c", region: "r" }, cleanUp: "never", discoveryId: "run 7" },
  });
});

test.each([[[]], [["--help"]], [["aws", "-h"]]])("%j shows the help", (args) => {
  expect(readArguments(args)).toEqual({ ok: false, help: true });
});

test.each([
  [["nothing", "x.json"], `"nothing" is not a source; the sources are ${namesOf(sources)}`],
  [["aws"], "a file is missing"],
  [["csv", "x.csv"], "a CSV needs --mapping FILE"],
  [["aws", "x.json", "--cluster", "c"], `--cluster is for ${namesOf(sourcesWith("cluster"))}, not for aws`],
  [["azure", "x.json", "--mapping", "m"], `--mapping is for ${namesOf(sourcesWith("mapping"))}, not for azure`],
  [["aws", "x.json", "--cleanup", "--no-cleanup"], "exclude each other"],
  [["aws", "x.json", "--force", "--no-cleanup"], "--force and --no-cleanup exclude each other"],
  [["aws", "x.json", "--region", ""], "--region is empty"],
  [["aws", "x.json", "--secret", "s"], "--secret"],
  [["aws", "x.json", "--discovery-id", "x".repeat(241)], "longer than 240 characters"],
])("%j is refused with what to change", (args, problem) => {
  expect(readArguments(args)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});
