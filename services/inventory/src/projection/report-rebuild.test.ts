import { expect, test } from "@jest/globals";
import { type Progress, reportRebuild } from "./report-rebuild.ts";

const rebuilt = { index: "items-2", removed: ["items-1"], items: 3_000, unsearchable: 0 };

async function telling(
  rebuild: Parameters<typeof reportRebuild>[0]["rebuild"],
  { renewed = false, clock = [0] as readonly number[] } = {},
) {
  const lines: string[] = [];
  const times = [...clock];
  const now = () => times.shift() ?? clock.at(-1) ?? 0;
  const code = await reportRebuild({
    rebuild,
    renewFilters: async () => renewed,
    say: (line) => lines.push(line),
    now,
  });
  return { code, lines };
}

test("a rebuild tells how far it is once a second, and what searches go to", async () => {
  const rebuild = async (progress: Progress) => {
    for (const items of [1_000, 2_000, 3_000]) progress("writing", items);
    return { ok: true, rebuilt } as const;
  };
  expect(await telling(rebuild, { clock: [0, 0, 999, 1_000, 1_000] })).toEqual({
    code: 0,
    lines: [
      "writing: 1000 items so far",
      "writing: 3000 items so far",
      'searches go to "items-2" with 3000 items; removed: items-1',
    ],
  });
});

test("items that can't be searched and filters that are made anew are told", async () => {
  const rebuild = async () => ({ ok: true, rebuilt: { ...rebuilt, unsearchable: 2 } }) as const;
  expect((await telling(rebuild, { renewed: true })).lines.slice(1)).toEqual([
    "2 items can't be searched; the metrics of the service count them",
    "the index of group filters is made anew by the service",
  ]);
});

test("without a new index the command ends with 1 and says why", async () => {
  expect(await telling(async () => ({ ok: false, problem: "another rebuild is running" }))).toEqual({
    code: 1,
    lines: ["another rebuild is running"],
  });
  expect(await telling(() => Promise.reject(new Error("broken off")))).toEqual({
    code: 1,
    lines: ["the old index stays: broken off"],
  });
  expect(await telling(() => Promise.reject(new Error("said \u001b[2J\u009b1A\r\nnothing")))).toEqual({
    code: 1,
    lines: ["the old index stays: said \\u001b[2J\\u009b1A\\u000d\\u000anothing"],
  });
});
