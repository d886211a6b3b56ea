import { expect, test } from "@jest/globals";
import { type Progress, reportRebuild } from "./report-rebuild.ts";

const rebuilt = { index: "items-2", removed: ["items-1"], items: 3_000, unsearchable: 0 };

async function report(
  rebuild: Parameters<typeof reportRebuild>[0]["rebuild"],
  { renewFilters = async () => false, clock = [0] as readonly number[] } = {},
) {
  const lines: string[] = [];
  const times = [...clock];
  const now = () => times.shift() ?? clock.at(-1) ?? 0;
  const code = await reportRebuild({
    rebuild,
    renewFilters,
    say: (line) => lines.push(line),
    now,
  });
  return { code, lines };
}

test("a rebuild reports its progress once a second, and the new index", async () => {
  const rebuild = async (progress: Progress) => {
    for (const items of [1_000, 2_000, 3_000]) progress("writing", items);
    return { ok: true, rebuilt } as const;
  };
  expect(await report(rebuild, { clock: [0, 0, 999, 1_000, 1_000] })).toEqual({
    code: 0,
    lines: [
      "writing: 1000 items so far",
      "writing: 3000 items so far",
      'searches go to "items-2" with 3000 items; removed: items-1',
    ],
  });
});

test("items that can't be searched and recreated filters are reported", async () => {
  const rebuild = async () => ({ ok: true, rebuilt: { ...rebuilt, unsearchable: 2 } }) as const;
  expect((await report(rebuild, { renewFilters: async () => true })).lines.slice(1)).toEqual([
    "2 items can't be searched; the metrics of the service count them",
    "the service creates the index of group filters again",
  ]);
});

test("if only the filters can't be renewed, the command ends with 1 and does not say that the old index stays", async () => {
  const rebuild = async () => ({ ok: true, rebuilt }) as const;
  expect(await report(rebuild, { renewFilters: () => Promise.reject(new Error("unavailable")) })).toEqual({
    code: 1,
    lines: [
      'searches go to "items-2" with 3000 items; removed: items-1',
      "the index of group filters was not renewed: unavailable; start the rebuild again",
    ],
  });
});

test("without a new index the command ends with 1 and prints the reason", async () => {
  expect(await report(async () => ({ ok: false, problem: "another rebuild is running" }))).toEqual({
    code: 1,
    lines: ["another rebuild is running"],
  });
  expect(await report(() => Promise.reject(new Error("interrupted")))).toEqual({
    code: 1,
    lines: ["the old index stays: interrupted"],
  });
  expect(await report(() => Promise.reject(new Error("said \u001b[2J\u009b1A\r\nnothing")))).toEqual({
    code: 1,
    lines: ["the old index stays: said \\u001b[2J\\u009b1A\\u000d\\u000anothing"],
  });
});
