import { afterEach, expect, test } from "@jest/globals";
import { createLogger } from "@network-access/service-runtime/logger";
import { aBoundary, aBoundaryInput, aRule, cidr, group } from "../../test/boundaries.ts";
import { holding } from "../../test/evaluations.ts";
import { aPreviewFixture, inProcessPreviewRunner } from "../../test/preview-fixture.ts";
import { allBoundaries } from "../boundaries/admitted-boundaries.ts";
import { definitionOf } from "../boundaries/boundary.ts";
import { answersByHash } from "../judge-threads/judge-protocol.ts";
import { packRulesText } from "./packed-text.ts";
import { createPreviewThread, type PreviewRunner } from "./preview-runner.ts";
import { PreviewThreadReplaced } from "./preview-thread-replaced.ts";

const logger = createLogger({ name: "test", level: "silent" });
const settings = { scoreReviewAt: 5 };
const threads: ReturnType<typeof createPreviewThread>[] = [];
function aThread(members: Partial<Parameters<typeof createPreviewThread>[0]> = {}) {
  const thread = createPreviewThread({ settings, maxBytes: 1e6, threadMemoryMb: 512, logger, ...members });
  threads.push(thread);
  return thread;
}
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.stop();
});

const boundaries = [
  aBoundary({ id: "all", uuid: crypto.randomUUID() }),
  aBoundary({ id: "web", uuid: crypto.randomUUID(), action: "Score", score: 7, sources: [group("web")] }),
];
const texts = ["10.1.0.0/24", "10.2.0.0/24", "172.16.0.0/24"].map((text, n) => ({
  changeRequestUuid: crypto.randomUUID(),
  id: `cr-${n}`,
  projectId: "shop",
  revision: n + 1,
  packed: packRulesText([aRule({ sources: n === 1 ? [cidr(text), group("db")] : [cidr(text)] })]),
  rulesHash: null,
}));

async function previewWith(runner: PreviewRunner, run: string) {
  const admitted = allBoundaries({ boundaries });
  const after = { ...definitionOf(aBoundary({ id: "no", action: "Fail", sources: [group("web")] })), revision: 1 };
  const resolution = new Map([["group:web", holding("10.1.0.0/25")]]);
  await runner.transfer({ admitted, resolution });
  const answers = answersByHash(resolution);
  await runner.execute("begin", { run, setHash: admitted.hash, answers, id: "no", after });
  const revisions = texts.map(({ changeRequestUuid, id, revision }) => ({ changeRequestUuid, id, revision }));
  const missing = await runner.execute("list", { run, page: 0, revisions });
  if (missing.length > 0) await runner.execute("load", { run, page: 0, texts: missing.flatMap((n) => texts[n] ?? []) });
  const selected = await runner.execute("select", { run, page: 0 });
  const more = new Map(selected.names.map(({ reference }) => [reference, holding("10.2.1.0/24")]));
  await runner.transfer({ admitted, resolution: more });
  const judged = await runner.execute("judge", { run, page: 0, answers: answersByHash(more) });
  const totals = await runner.execute("finish", { run });
  const flips = await runner.execute("flips", { run, afterId: null, limit: 10, texts: new Map() });
  return { missing, selected, judged, totals, flips };
}

test("the thread gives the same results as the executor in this thread, and loads texts once", async () => {
  const [thread, inProcess] = [aThread(), inProcessPreviewRunner({ settings })];
  for (const run of ["first", "second"]) {
    const results = await previewWith(thread, run);
    expect(results).toEqual(await previewWith(inProcess, run));
    expect(results.missing).toEqual(run === "first" ? [0, 1, 2] : []);
    expect(results.totals).toEqual({ flipped: 1, unchanged: 2, undecided: null });
    expect(results.flips?.flips).toMatchObject([{ id: "cr-0", revision: 1, from: "Pass", to: "Review" }]);
  }
});

test("a command of an unknown run fails alone", async () => {
  const thread = aThread();
  await expect(thread.execute("finish", { run: "none" })).rejects.toThrow("there is no such run");
  expect(await thread.execute("missingTexts", { run: "none", afterId: null, limit: 1 })).toBeNull();
  expect(await thread.execute("flips", { run: "none", afterId: null, limit: 1, texts: new Map() })).toBeNull();
});

test("a caller that aborts does not wait, and the next command is executed", async () => {
  const thread = aThread();
  const leaving = new AbortController();
  const left = thread.execute("drop", { run: "none" }, leaving.signal);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect(await thread.execute("drop", { run: "none" })).toBeNull();
});

/** Makes texts so large that a preview thread needs seconds and hundreds of megabytes to load them. */
function enormous(count: number) {
  const sources = Array.from({ length: 20_000 }, (_, n) => cidr(`10.${n >>> 8}.${n & 255}.0/25`));
  const packed = packRulesText([aRule({ sources })]);
  return Array.from({ length: count }, (_, n) => ({
    ...{ changeRequestUuid: crypto.randomUUID(), id: `large-${n}`, projectId: "shop", revision: 1 },
    packed,
    rulesHash: null,
  }));
}

/** Begins a run whose texts overload the thread. */
async function overloadOf(thread: PreviewRunner): Promise<(signal?: AbortSignal) => Promise<null>> {
  const admitted = allBoundaries({ boundaries });
  await thread.transfer({ admitted, resolution: new Map() });
  await thread.execute("begin", { run: "overload", setHash: admitted.hash, answers: [], id: "no", after: null });
  const large = enormous(40);
  await thread.execute("list", { run: "overload", page: 0, revisions: large });
  return (signal) => thread.execute("load", { run: "overload", page: 0, texts: large }, signal);
}

async function aFixture() {
  const fixture = aPreviewFixture();
  await fixture.saveBoundary();
  await fixture.store("inside", [aRule({ sources: [cidr("10.1.0.0/24")] })]);
  const preview = (runner: PreviewRunner) =>
    fixture.preview({ input: aBoundaryInput({ id: "no", action: "Fail" }) }, AbortSignal.timeout(30_000), {
      ...fixture.needs,
      runner,
      previewMs: 30_000,
    });
  return { ...fixture, preview };
}
const oneFlip = { ok: true, preview: { flippedCount: 1, flips: [{ id: "inside", from: "Pass", to: "Fail" }] } };

test("a stuck thread is replaced, and the waiting preview and the next one succeed", async () => {
  const { preview } = await aFixture();
  const thread = aThread({ stuckMs: 100 });
  const leaving = new AbortController();
  const overload = await overloadOf(thread);
  const overloaded = overload(leaving.signal);
  const [behind, waiting] = [thread.execute("drop", { run: "none" }), preview(thread)];
  leaving.abort(new Error("left"));
  await expect(overloaded).rejects.toThrow("left");
  await expect(behind).rejects.toThrow(PreviewThreadReplaced);
  expect(await waiting).toMatchObject(oneFlip);
  expect(await preview(thread)).toMatchObject(oneFlip);
});

test("a thread that runs out of memory fails its caller, and the next preview succeeds", async () => {
  const { preview } = await aFixture();
  const thread = aThread({ threadMemoryMb: 24 });
  const overload = await overloadOf(thread);
  await expect(overload()).rejects.toThrow(PreviewThreadReplaced);
  expect(await preview(thread)).toMatchObject(oneFlip);
});

test("a preview whose thread ends is repeated once, and refused when the thread ends again", async () => {
  const { preview } = await aFixture();
  const thread = aThread();
  let ends = 0;
  const ending = (times: number): PreviewRunner => ({
    transfer: thread.transfer,
    execute(command, parameters, signal) {
      if (command !== "finish" || ends === times) return thread.execute(command, parameters, signal);
      ends += 1;
      return Promise.reject(new PreviewThreadReplaced("the preview thread ended"));
    },
  });
  expect(await preview(ending(1))).toMatchObject(oneFlip);
  ends = 0;
  expect(await preview(ending(9))).toMatchObject({ ok: false, failure: { kind: "unavailable" } });
  expect(ends).toBe(2);
});

test("a stopped thread rejects waiting commands and new ones", async () => {
  const thread = aThread();
  const waiting = thread.execute("drop", { run: "none" });
  const stopped = expect(waiting).rejects.toThrow("the process stops");
  await thread.stop();
  await stopped;
  await expect(thread.execute("drop", { run: "none" })).rejects.toThrow("stopped");
});
