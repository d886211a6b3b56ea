import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aRecord, someDetails } from "../../test/evaluations.ts";
import { anIntegration } from "../../test/integrations.ts";
import { waitingPort } from "../../test/waiting-port.ts";
import type { EvaluationRecord } from "../evaluations/evaluation-record.ts";
import { inMemoryEvaluationStore } from "../evaluations/in-memory-evaluation-store.ts";
import { contentKey } from "../inputs/content-store.ts";
import { inMemoryContentStore } from "../inputs/in-memory-content-store.ts";
import { inMemoryIntegrationStore } from "../integrations/in-memory-integration-store.ts";
import type { JudgedResult, JudgedState } from "../judging/model/judgement.ts";
import { silentResult } from "../judging/model/silent-result.ts";
import type { Delivery } from "./delivery.ts";
import { exportResults } from "./export-results.ts";
import { inMemoryDeliveryStore } from "./in-memory-delivery-store.ts";
import { inMemoryExportProgressStore } from "./in-memory-export-progress-store.ts";

/** The result of one boundary in one evaluation. Null means that the boundary does not apply. */
type Result = { readonly state: JudgedState | null; readonly isMatch: boolean } | null;
interface Evaluation {
  readonly newRevision: boolean;
  readonly results: Readonly<Record<string, Result>>;
}

const anyResult = fc.option(
  fc.record({ state: fc.constantFrom("Pass" as const, "Fail" as const, null), isMatch: fc.boolean() }),
);
const evaluation: fc.Arbitrary<Evaluation> = fc.record({
  newRevision: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  results: fc.record({ a: anyResult, b: anyResult, c: anyResult }),
});
const line = (one: Result | undefined) =>
  one && (one.state !== null || one.isMatch) ? `${one.state} ${one.isMatch}` : "-";

/**
 * Creates everything that an export needs, in memory. `pass` is awaited before and after each call that the export
 * makes to a store. If `pass` throws, the export crashes at that point.
 */
async function aFixture(history: readonly Evaluation[], pass: (call: string) => Promise<unknown>) {
  const contents = inMemoryContentStore();
  const evaluations = inMemoryEvaluationStore();
  const integrations = inMemoryIntegrationStore();
  const deliveries = inMemoryDeliveryStore();
  const progress = inMemoryExportProgressStore();
  const integration = anIntegration();
  await integrations.insert(integration);
  const records: EvaluationRecord[] = [];
  let revision = 1;
  for (const [n, { newRevision, results: current }] of history.entries()) {
    if (newRevision) revision += 1;
    const boundaries = Object.entries(current).flatMap(([id, result]) => (result ? [{ id, result }] : []));
    const set = boundaries.map(({ id }) => ({
      id,
      uuid: id,
      revision: n + 1,
      name: id,
      action: "Pass",
      platforms: null,
    }));
    const boundarySetHash = `set-${n}`;
    await contents.keepAll([
      { key: contentKey.boundarySet(boundarySetHash), shared: true, pieces: () => [JSON.stringify(set)] },
    ]);
    const record = aRecord({ revision, attempt: n + 1, boundarySetHash });
    records.push(record);
    const results = boundaries
      .filter(({ result }) => line(result) !== "-")
      .map(({ id, result }): JudgedResult => {
        const boundary = { id, revision: n + 1, name: id, action: "Pass" as const, platforms: null };
        return { ...silentResult(boundary), ...result };
      });
    await evaluations.insert(record, someDetails({ results }));
  }
  const waiting = <Port extends object>(port: Port) =>
    waitingPort(port, { before: (call) => pass(`before ${call}`), after: (call) => pass(`after ${call}`) });
  const needs = {
    integrations,
    evaluations: waiting(evaluations),
    contents: waiting(contents),
    deliveries: waiting(deliveries),
    progress: waiting(progress),
    source: "/test",
    now: () => new Date("2026-11-21T05:00:00.000Z"),
  };
  const all = async () => {
    const { uuid } = integration;
    const due = await deliveries.due({ integrationUuid: uuid, at: "9999", limit: 10_000, skip: 0 });
    const bodies = new Map(due.map(({ id, body }) => [id, body]));
    const page = await deliveries.page({ integrationUuid: uuid, state: null, after: null, limit: 10_000 });
    return page.map(({ delivery }) => ({ delivery, event: JSON.parse(bodies.get(delivery.id) ?? "null") }));
  };
  return { records, finish: (record: EvaluationRecord) => exportResults(needs, record), all };
}

/** Returns the results that a receiver has if it keeps, for each boundary, only the event of the highest attempt. */
function knownFrom(sent: readonly { readonly delivery: Delivery; readonly event: ReturnType<typeof JSON.parse> }[]) {
  const newest = new Map<string, { attempt: number; line: string }>();
  for (const { event } of sent) {
    const { attempt, result } = event.data;
    if (attempt > (newest.get(result.boundaryId)?.attempt ?? 0))
      newest.set(result.boundaryId, { attempt, line: line(result) });
  }
  return Object.fromEntries(["a", "b", "c"].map((id) => [id, newest.get(id)?.line ?? "-"]));
}

test("evaluations in sequence export what differs from the previous one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(evaluation, { minLength: 1, maxLength: 8 }), async (history) => {
      const fixture = await aFixture(history, async () => undefined);
      const expected: string[] = [];
      const exported = new Map<string, string>();
      for (const [n, record] of fixture.records.entries()) {
        await fixture.finish(record);
        const isNewRevision = record.revision !== fixture.records[n - 1]?.revision;
        for (const id of ["a", "b", "c"]) {
          const now = line(history[n]?.results[id]);
          if (now !== (exported.get(id) ?? "-") || (isNewRevision && now !== "-"))
            expected.push(`${record.revision} ${record.attempt} ${id} ${now}`);
          exported.set(id, now);
        }
      }
      const sent = await fixture.all();
      const lines = sent.map(({ event: { data, id }, delivery }) => {
        expect([id, data.attempt, data.result.boundaryId]).toEqual([
          delivery.id,
          delivery.attempt,
          delivery.boundaryId,
        ]);
        return `${data.revision} ${data.attempt} ${data.result.boundaryId} ${line(data.result)}`;
      });
      expect(lines.sort()).toEqual(expected.sort());
      expect(new Set(sent.map(({ delivery }) => delivery.id)).size).toBe(sent.length);
    }),
  );
});

test("whatever the order, repetition, concurrency and crashes of exports, receivers know the newest evaluation at the end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(evaluation, { minLength: 2, maxLength: 5 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
      fc.scheduler(),
      async (history, order, crashes, scheduler) => {
        let calls = 0;
        let crashing = true;
        const fixture = await aFixture(history, async (call) => {
          if (!crashing) return;
          await scheduler.schedule(Promise.resolve(), call);
          calls += 1;
          if (crashes.includes(calls)) throw new Error("crash");
        });
        const marked = new Set<EvaluationRecord>();
        const finishing = order.map((n) => {
          const record = fixture.records[n % fixture.records.length];
          return (
            record &&
            fixture.finish(record).then(
              () => marked.add(record),
              () => undefined,
            )
          );
        });
        await scheduler.waitFor(Promise.all(finishing));
        // The reconciler finishes the remaining exports, in either order.
        crashing = false;
        const left = fixture.records.filter((record) => !marked.has(record));
        for (const record of order.length % 2 === 0 ? left : left.toReversed()) await fixture.finish(record);
        const newest = history.at(-1)?.results ?? {};
        const known = knownFrom(await fixture.all());
        expect(known).toEqual(Object.fromEntries(["a", "b", "c"].map((id) => [id, line(newest[id])])));
      },
    ),
    { numRuns: 300 },
  );
});

test("a result that became silent is exported with the current revision of its boundary, or the old one when it no longer applies", async () => {
  const history: Evaluation[] = [
    { newRevision: false, results: { a: { state: "Pass", isMatch: true }, b: { state: "Fail", isMatch: true } } },
    { newRevision: false, results: { a: { state: null, isMatch: false } } },
  ];
  const fixture = await aFixture(history, async () => undefined);
  for (const record of fixture.records) await fixture.finish(record);
  const silenced = (await fixture.all()).filter(({ delivery }) => delivery.attempt === 2);
  const silent = { state: null, isMatch: false, score: null, matchingRuleIds: [], message: null };
  const results = silenced.map(({ event }) => event.data.result);
  expect(results.find(({ boundaryId }) => boundaryId === "a")).toMatchObject({ ...silent, boundaryRevision: 2 });
  expect(results.find(({ boundaryId }) => boundaryId === "b")).toMatchObject({ ...silent, boundaryRevision: 1 });
});

test("without integrations nothing is read", async () => {
  const integrations = inMemoryIntegrationStore();
  const refuse = async () => {
    throw new Error("it was called");
  };
  const needs = {
    integrations,
    evaluations: { find: refuse, details: refuse },
    contents: { read: refuse },
    deliveries: { add: refuse },
    progress: { find: refuse, replace: refuse, markExported: refuse },
    source: "/test",
    now: () => new Date(),
  };
  expect(await exportResults(needs, aRecord())).toBe(false);
});
