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

/** What one boundary says in one judging; null: it takes no part. */
type Said = { readonly state: JudgedState | null; readonly isMatch: boolean } | null;
interface Judging {
  readonly newRevision: boolean;
  readonly said: Readonly<Record<string, Said>>;
}

const said = fc.option(
  fc.record({ state: fc.constantFrom("Pass" as const, "Fail" as const, null), isMatch: fc.boolean() }),
);
const judging: fc.Arbitrary<Judging> = fc.record({
  newRevision: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  said: fc.record({ a: said, b: said, c: said }),
});
const line = (one: Said | undefined) =>
  one && (one.state !== null || one.isMatch) ? `${one.state} ${one.isMatch}` : "-";

/** Everything a worker exports with, in memory; every call waits its turn with `pass`, which may throw as a crash does. */
async function aFixture(judgings: readonly Judging[], pass: (call: string) => Promise<unknown>) {
  const contents = inMemoryContentStore();
  const evaluations = inMemoryEvaluationStore();
  const integrations = inMemoryIntegrationStore();
  const deliveries = inMemoryDeliveryStore();
  const progress = inMemoryExportProgressStore();
  const integration = anIntegration();
  await integrations.insert(integration);
  const records: EvaluationRecord[] = [];
  let revision = 1;
  for (const [n, { newRevision, said }] of judgings.entries()) {
    if (newRevision) revision += 1;
    const boundaries = Object.entries(said).flatMap(([id, one]) => (one ? [{ id, one }] : []));
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
      .filter(({ one }) => line(one) !== "-")
      .map(({ id, one }): JudgedResult => {
        const boundary = { id, revision: n + 1, name: id, action: "Pass" as const, platforms: null };
        return { ...silentResult(boundary), ...one };
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

/** What a receiver knows that keeps, per boundary, the event of the highest revision and attempt. */
function knownFrom(sent: readonly { readonly delivery: Delivery; readonly event: ReturnType<typeof JSON.parse> }[]) {
  const newest = new Map<string, { attempt: number; line: string }>();
  for (const { event } of sent) {
    const { attempt, result } = event.data;
    if (attempt > (newest.get(result.boundaryId)?.attempt ?? 0))
      newest.set(result.boundaryId, { attempt, line: line(result) });
  }
  return Object.fromEntries(["a", "b", "c"].map((id) => [id, newest.get(id)?.line ?? "-"]));
}

test("one judging after the other is exported as what differs from the one before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(judging, { minLength: 1, maxLength: 8 }), async (judgings) => {
      const fixture = await aFixture(judgings, async () => undefined);
      const expected: string[] = [];
      const told = new Map<string, string>();
      for (const [n, record] of fixture.records.entries()) {
        await fixture.finish(record);
        const isNewRevision = record.revision !== fixture.records[n - 1]?.revision;
        for (const id of ["a", "b", "c"]) {
          const now = line(judgings[n]?.said[id]);
          if (now !== (told.get(id) ?? "-") || (isNewRevision && now !== "-"))
            expected.push(`${record.revision} ${record.attempt} ${id} ${now}`);
          told.set(id, now);
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

test("in whatever order judgings are finished, however often, at once and with crashes, receivers end up knowing the newest", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(judging, { minLength: 2, maxLength: 5 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
      fc.scheduler(),
      async (judgings, order, crashes, scheduler) => {
        let calls = 0;
        let crashing = true;
        const fixture = await aFixture(judgings, async (call) => {
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
        // What is not marked is finished by the sweeper, oldest first or not.
        crashing = false;
        const left = fixture.records.filter((record) => !marked.has(record));
        for (const record of order.length % 2 === 0 ? left : left.toReversed()) await fixture.finish(record);
        const newest = judgings.at(-1)?.said ?? {};
        const known = knownFrom(await fixture.all());
        expect(known).toEqual(Object.fromEntries(["a", "b", "c"].map((id) => [id, line(newest[id])])));
      },
    ),
    { numRuns: 300 },
  );
});

test("a boundary that took part before is told of with its revision of now, or as it was when it takes no part any more", async () => {
  const judgings: Judging[] = [
    { newRevision: false, said: { a: { state: "Pass", isMatch: true }, b: { state: "Fail", isMatch: true } } },
    { newRevision: false, said: { a: { state: null, isMatch: false } } },
  ];
  const fixture = await aFixture(judgings, async () => undefined);
  for (const record of fixture.records) await fixture.finish(record);
  const silenced = (await fixture.all()).filter(({ delivery }) => delivery.attempt === 2);
  const silent = { state: null, isMatch: false, score: null, matchingRuleIds: [], message: null };
  const results = silenced.map(({ event }) => event.data.result);
  expect(results.find(({ boundaryId }) => boundaryId === "a")).toMatchObject({ ...silent, boundaryRevision: 2 });
  expect(results.find(({ boundaryId }) => boundaryId === "b")).toMatchObject({ ...silent, boundaryRevision: 1 });
});

test("without integrations nothing is read, and one that was created meanwhile hears of the next judging", async () => {
  const integrations = inMemoryIntegrationStore();
  const refuse = async () => {
    throw new Error("it was asked for");
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
