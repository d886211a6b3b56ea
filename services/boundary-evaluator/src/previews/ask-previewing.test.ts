import { afterEach, expect, jest, test } from "@jest/globals";
import { createLogger } from "@network-access/service-runtime/logger";
import { aBoundary, aBoundaryInput, aRule, cidr, group } from "../../test/boundaries.ts";
import { holding } from "../../test/evaluations.ts";
import { aPreviewFixture, inProcessPreviewing } from "../../test/preview-fixture.ts";
import { allBoundaries } from "../boundaries/admitted-boundaries.ts";
import { definitionOf } from "../boundaries/boundary.ts";
import { answersByHash } from "../judge-threads/judge-protocol.ts";
import { createPreviewingThread, type Previewing } from "./ask-previewing.ts";
import { packRulesText } from "./packed-text.ts";
import { PreviewingReplaced } from "./previewing-replaced.ts";

// Threads start slowly where many tests share a machine.
jest.setTimeout(60_000);
const logger = createLogger({ name: "test", level: "silent" });
const settings = { scoreReviewAt: 5 };
const threads: ReturnType<typeof createPreviewingThread>[] = [];
function aThread(members: Partial<Parameters<typeof createPreviewingThread>[0]> = {}) {
  const thread = createPreviewingThread({ settings, maxBytes: 1e6, threadMemoryMb: 512, logger, ...members });
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

async function previewWith(previewing: Previewing, run: string) {
  const admitted = allBoundaries({ boundaries });
  const after = { ...definitionOf(aBoundary({ id: "no", action: "Fail", sources: [group("web")] })), revision: 1 };
  const resolution = new Map([["group:web", holding("10.1.0.0/25")]]);
  await previewing.give({ admitted, resolution });
  const answers = answersByHash(resolution);
  await previewing.ask("begin", { run, setHash: admitted.hash, answers, id: "no", after });
  const revisions = texts.map(({ changeRequestUuid, id, revision }) => ({ changeRequestUuid, id, revision }));
  const lacking = await previewing.ask("list", { run, page: 0, revisions });
  if (lacking.length > 0) await previewing.ask("hold", { run, page: 0, texts: lacking.flatMap((n) => texts[n] ?? []) });
  const looked = await previewing.ask("look", { run, page: 0 });
  const more = new Map(looked.names.map(({ reference }) => [reference, holding("10.2.1.0/24")]));
  await previewing.give({ admitted, resolution: more });
  const judged = await previewing.ask("judge", { run, page: 0, answers: answersByHash(more) });
  const totals = await previewing.ask("finish", { run });
  const flips = await previewing.ask("flips", { run, afterId: null, limit: 10, texts: new Map() });
  return { lacking, looked, judged, totals, flips };
}

test("the thread answers what the same questions are answered in this one, and reads texts once", async () => {
  const [thread, here] = [aThread(), inProcessPreviewing({ settings })];
  for (const run of ["first", "second"]) {
    const answered = await previewWith(thread, run);
    expect(answered).toEqual(await previewWith(here, run));
    expect(answered.lacking).toEqual(run === "first" ? [0, 1, 2] : []);
    expect(answered.totals).toEqual({ flipped: 1, unchanged: 2, undecided: null });
    expect(answered.flips?.flips).toMatchObject([{ id: "cr-0", revision: 1, from: "Pass", to: "Review" }]);
  }
});

test("a question that nothing is known of fails alone", async () => {
  const thread = aThread();
  await expect(thread.ask("finish", { run: "none" })).rejects.toThrow("there is no such run");
  expect(await thread.ask("wanting", { run: "none", afterId: null, limit: 1 })).toBeNull();
  expect(await thread.ask("flips", { run: "none", afterId: null, limit: 1, texts: new Map() })).toBeNull();
});

test("whoever leaves does not wait, and the next question is answered all the same", async () => {
  const thread = aThread();
  const leaving = new AbortController();
  const left = thread.ask("drop", { run: "none" }, leaving.signal);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect(await thread.ask("drop", { run: "none" })).toBeNull();
});

/** Texts that take a thread seconds and hundreds of megabytes to make ready. */
function enormous(count: number) {
  const sources = Array.from({ length: 20_000 }, (_, n) => cidr(`10.${n >>> 8}.${n & 255}.0/25`));
  const packed = packRulesText([aRule({ sources })]);
  return Array.from({ length: count }, (_, n) => ({
    ...{ changeRequestUuid: crypto.randomUUID(), id: `large-${n}`, projectId: "shop", revision: 1 },
    packed,
    rulesHash: null,
  }));
}

/** Gets to where the thread is given texts that it can't cope with. */
async function strainOf(thread: Previewing): Promise<(signal?: AbortSignal) => Promise<null>> {
  const admitted = allBoundaries({ boundaries });
  await thread.give({ admitted, resolution: new Map() });
  await thread.ask("begin", { run: "strain", setHash: admitted.hash, answers: [], id: "no", after: null });
  const large = enormous(40);
  await thread.ask("list", { run: "strain", page: 0, revisions: large });
  return (signal) => thread.ask("hold", { run: "strain", page: 0, texts: large }, signal);
}

async function aFixture() {
  const fixture = aPreviewFixture();
  await fixture.saveBoundary();
  await fixture.store("inside", [aRule({ sources: [cidr("10.1.0.0/24")] })]);
  const preview = (previewing: Previewing) =>
    fixture.preview({ input: aBoundaryInput({ id: "no", action: "Fail" }) }, AbortSignal.timeout(30_000), {
      ...fixture.needs,
      previewing,
      previewMs: 30_000,
    });
  return { ...fixture, preview };
}
const oneFlip = { ok: true, preview: { flippedCount: 1, flips: [{ id: "inside", from: "Pass", to: "Fail" }] } };

test("a stuck thread is replaced, and the preview that waited behind it works, and the next", async () => {
  const { preview } = await aFixture();
  const thread = aThread({ stuckMs: 100 });
  const leaving = new AbortController();
  const strain = await strainOf(thread);
  const straining = strain(leaving.signal);
  const [behind, waiting] = [thread.ask("drop", { run: "none" }), preview(thread)];
  leaving.abort(new Error("left"));
  await expect(straining).rejects.toThrow("left");
  await expect(behind).rejects.toThrow(PreviewingReplaced);
  expect(await waiting).toMatchObject(oneFlip);
  expect(await preview(thread)).toMatchObject(oneFlip);
});

test("a thread that dies of want of memory fails whoever it worked for, and the next preview works", async () => {
  const { preview } = await aFixture();
  const thread = aThread({ threadMemoryMb: 24 });
  const strain = await strainOf(thread);
  await expect(strain()).rejects.toThrow(PreviewingReplaced);
  expect(await preview(thread)).toMatchObject(oneFlip);
});

test("a preview whose thread dies is begun once more, and refused when that dies too", async () => {
  const { preview } = await aFixture();
  const thread = aThread();
  let deaths = 0;
  const dying = (times: number): Previewing => ({
    give: thread.give,
    ask(question, asked, signal) {
      if (question !== "finish" || deaths === times) return thread.ask(question, asked, signal);
      deaths += 1;
      return Promise.reject(new PreviewingReplaced("the previewing thread ended"));
    },
  });
  expect(await preview(dying(1))).toMatchObject(oneFlip);
  deaths = 0;
  expect(await preview(dying(9))).toMatchObject({ ok: false, failure: { kind: "unavailable" } });
  expect(deaths).toBe(2);
});

test("a stopped thread rejects what waits for it and takes no more", async () => {
  const thread = aThread();
  const waiting = thread.ask("drop", { run: "none" });
  const stopped = expect(waiting).rejects.toThrow("the process stops");
  await thread.stop();
  await stopped;
  await expect(thread.ask("drop", { run: "none" })).rejects.toThrow("stopped");
});
