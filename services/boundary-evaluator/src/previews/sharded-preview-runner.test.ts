import { expect, test } from "@jest/globals";
import { aBoundary, aRule, cidr, group } from "../../test/boundaries.ts";
import { holding } from "../../test/evaluations.ts";
import { inProcessPreviewRunner } from "../../test/preview-fixture.ts";
import { allBoundaries } from "../boundaries/admitted-boundaries.ts";
import { definitionOf } from "../boundaries/boundary.ts";
import { answersByHash } from "../judge-threads/judge-protocol.ts";
import type { Resolved } from "../judging/model/resolved.ts";
import { packRulesText } from "./packed-text.ts";
import type { PreviewCommands, PreviewedFlip } from "./preview-protocol.ts";
import { createShardedPreviewRunner } from "./sharded-preview-runner.ts";

const texts = Array.from({ length: 40 }, (_, n) => ({
  changeRequestUuid: crypto.randomUUID(),
  id: `cr-${String(n).padStart(2, "0")}`,
  projectId: "shop",
  revision: 1,
  packed: packRulesText([aRule({ sources: [cidr("10.1.0.0/24"), group(n % 2 === 0 ? "db" : "web")] })]),
  // Some requests have their text as stored content (content-store.ts).
  rulesHash: n % 3 === 0 ? `hash ${n}` : null,
}));

function textsOf(hashes: readonly string[]): ReadonlyMap<string, Uint8Array> {
  return new Map(
    texts.flatMap(({ rulesHash, packed }) => (hashes.includes(rulesHash ?? "") ? [[rulesHash ?? "", packed]] : [])),
  );
}

/**
 * Runs a preview with this many shards. Each time a shard reads the clock, the time advances by 60 ms. A command
 * therefore exceeds its time limit at the shard's first check. As a result, each shard returns at most one flip for a
 * `flips` command.
 */
async function previewed(shards: number, failing: Map<string, Resolved> = new Map()) {
  let time = 0;
  const parts = Array.from({ length: shards }, () =>
    inProcessPreviewRunner({
      now: () => {
        time += 60;
        return time;
      },
    }),
  );
  const runner = createShardedPreviewRunner(parts);
  const admitted = allBoundaries({ boundaries: [aBoundary({ id: "all" })] });
  const after = { ...definitionOf(aBoundary({ id: "no", action: "Fail" })), revision: 1 };
  await runner.transfer({ admitted, resolution: new Map() });
  await runner.execute("begin", { run: "r", setHash: admitted.hash, answers: [], id: "no", after });
  const asked: string[] = [];
  for (const page of [0, 1]) {
    const own = texts.slice(page * 20, (page + 1) * 20);
    const missing = await runner.execute("list", { run: "r", page, revisions: own });
    expect(missing).toEqual(own.map((_, place) => place));
    await runner.execute("load", { run: "r", page, texts: own });
    const { names, isDone } = await runner.execute("select", { run: "r", page });
    expect(isDone).toBe(true);
    asked.push(...names.map(({ reference }) => reference));
    const resolution = new Map(
      names.map((one) => [one.reference, failing.get(one.reference) ?? holding("10.2.0.0/24")]),
    );
    await runner.transfer({ admitted, resolution });
    const judged = await runner.execute("judge", { run: "r", page, answers: answersByHash(resolution) });
    expect(judged.isDone).toBe(true);
  }
  const totals = await runner.execute("finish", { run: "r" });
  const pages: (readonly PreviewedFlip[])[] = [];
  for (let afterId: string | null = null; ; ) {
    const hashes: readonly string[] | null = await runner.execute("missingTexts", { run: "r", afterId, limit: 7 });
    const part: PreviewCommands["flips"]["result"] = await runner.execute("flips", {
      ...{ run: "r", afterId, limit: 7 },
      texts: textsOf(hashes ?? []),
    });
    if (part === null) throw new Error("the run is not known");
    pages.push(part.flips);
    afterId = part.flips.at(-1)?.id ?? null;
    if (!part.more) return { asked, totals, pages, parts };
  }
}

test.each([2, 3, 5])(
  "%d shards give the result of one, in the same order, and request each reference once",
  async (shards) => {
    const [alone, together] = [await previewed(1), await previewed(shards)];
    expect(together.totals).toEqual(alone.totals);
    expect(together.pages.flat()).toEqual(alone.pages.flat());
    expect(together.pages.flat()).toHaveLength(40);
    expect(together.asked.toSorted()).toEqual(["group:db", "group:web"]);
    for (const pages of together.pages) expect(pages.length).toBeLessThanOrEqual(7);
    // Every shard has a part of the work.
    for (const { executed } of together.parts) expect(executed.some(({ command }) => command === "load")).toBe(true);
  },
);

test("a failed lookup is reported, whichever shard it touches", async () => {
  const failing = new Map([["group:web", { outcome: "failed", reason: "away" } as const]]);
  const [alone, together] = [await previewed(1, failing), await previewed(3, failing)];
  expect(alone.totals.undecided).toMatchObject({ id: "cr-01" });
  expect(together.totals).toEqual(alone.totals);
});
