import { afterEach, expect, test } from "@jest/globals";
import { createLogger } from "@network-access/service-runtime/logger";
import { aBoundary, aRule, cidr, group } from "../../test/boundaries.ts";
import { holding, inputsFrom } from "../../test/evaluations.ts";
import { createInlineJudge, createInlineJudgeRunner } from "./judge-inline.ts";
import { createJudgePool, type JudgePool } from "./judge-pool.ts";
import { type JudgeRunner, judgeBySize } from "./judge-runner.ts";

const logger = createLogger({ name: "test", level: "silent" });
const pools: JudgePool[] = [];
function aPool(threads = 1): JudgePool {
  const pool = createJudgePool({ settings: { scoreReviewAt: 5 }, threads, threadMemoryMb: 256, logger });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.stop();
});

const boundaries = Array.from({ length: 450 }, (_, n) =>
  aBoundary({
    id: `b-${String(n).padStart(3, "0")}`,
    uuid: crypto.randomUUID(),
    sources: n % 3 === 0 ? [group("web")] : [cidr(`10.${n % 256}.0.0/16`)],
    action: n % 5 === 0 ? "Fail" : "Pass",
  }),
);
const request = {
  projectId: "shop",
  rules: [aRule({ sources: [cidr("10.1.0.0/16")] }), aRule({ id: "rule-2", sources: [group("web")] })],
};
const inputs = (...cidrs: string[]) => inputsFrom(boundaries, request, new Map([["group:web", holding(...cidrs)]]));

test("a thread gives exactly the judgement of the inline runner, also when addresses change in between", async () => {
  const pool = aPool();
  const inline = createInlineJudge({ scoreReviewAt: 5 });
  for (const cidrs of [["10.1.0.0/24"], ["172.16.0.0/24"], [], ["10.1.0.0/24"]]) {
    const collected = inputs(...cidrs);
    expect(await pool.judge(request, collected)).toEqual(await inline(request, collected));
  }
});

test("the event loop stays free while a thread judges", async () => {
  const pool = aPool();
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 1);
  try {
    const rules = Array.from({ length: 20 }, (_, n) =>
      aRule({ id: `r${n}`, sources: [{ type: "Any", negate: null }] }),
    );
    const large = { projectId: "shop", rules };
    const before = performance.eventLoopUtilization();
    await pool.judge(large, inputsFrom(boundaries, large, new Map([["group:web", holding("10.1.0.0/24")]])));
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.9);
    expect(turns).toBeGreaterThan(0);
  } finally {
    clearInterval(ticking);
  }
});

test("more evaluations than threads wait, and all are answered", async () => {
  const pool = aPool(2);
  const judged = await Promise.all(Array.from({ length: 8 }, () => pool.judge(request, inputs("10.1.0.0/24"))));
  expect(new Set(judged.map(({ state }) => state)).size).toBe(1);
});

test("a caller that aborts is released at once, waiting or in a thread, and the next evaluation runs", async () => {
  const pool = aPool();
  const leaving = new AbortController();
  const first = pool.judge(request, inputs("10.1.0.0/24"), leaving.signal);
  const waiting = pool.judge(request, inputs("10.1.0.0/24"), leaving.signal);
  const staying = pool.judge(request, inputs("10.1.0.0/24"));
  leaving.abort(new Error("the caller left"));
  await expect(first).rejects.toThrow("the caller left");
  await expect(waiting).rejects.toThrow("the caller left");
  expect((await staying).results).toHaveLength(450);
  await expect(pool.judge(request, inputs(), AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
});

test("stopping rejects running and waiting evaluations", async () => {
  const pool = aPool();
  const evaluations = [pool.judge(request, inputs()), pool.judge(request, inputs())];
  const settled = Promise.allSettled(evaluations);
  await pool.stop();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(pool.judge(request, inputs())).rejects.toThrow("the judge threads are stopped");
});

test("small requests are judged inline, large ones in a thread, and suggestions weigh more", async () => {
  const chosen: string[] = [];
  const inline = createInlineJudgeRunner({});
  const runnerNamed = (name: string): JudgeRunner => ({
    judge: (...work) => {
      chosen.push(`judged ${name}`);
      return inline.judge(...work);
    },
    suggest: (...work) => {
      chosen.push(`suggested ${name}`);
      return inline.suggest(...work);
    },
  });
  const bySize = judgeBySize({ inline: runnerNamed("inline"), inThread: runnerNamed("thread"), inlineWeight: 10_000 });
  const small = { projectId: "shop", rules: [aRule()] };
  await bySize.judge(small, inputsFrom(boundaries, small));
  await bySize.suggest(small, inputsFrom(boundaries, small), 1_000);
  await bySize.suggest(small, inputsFrom(boundaries.slice(0, 50), small), 1_000);
  const large = { projectId: "shop", rules: Array.from({ length: 100 }, (_, n) => aRule({ id: `r${n}` })) };
  await bySize.judge(large, inputsFrom(boundaries, large));
  expect(chosen).toEqual(["judged inline", "suggested thread", "suggested inline", "judged thread"]);
});

test("a thread makes the suggestions of the inline runner, and continues to judge", async () => {
  const pool = aPool();
  const wide = { projectId: "shop", rules: [aRule({ sources: [cidr("10.0.0.0/15"), cidr("192.0.2.0/24")] })] };
  const what = inputsFrom(boundaries, wide, new Map([["group:web", holding("10.1.0.0/24")]]));
  const found = await pool.suggest(wide, what, 60_000);
  expect(found.map(({ of }) => of)).toEqual(["rule-1"]);
  expect(found).toEqual(await createInlineJudgeRunner({ scoreReviewAt: 5 }).suggest(wide, what, 60_000));
  expect((await pool.judge(wide, what)).state).toBe("Review");
  expect(await pool.suggest(wide, what, 0)).toEqual([]);
});
