import { describe, expect, test } from "@jest/globals";
import { aChangeRequest } from "../../test/change-requests.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { ChangeRequestStore, Revision } from "./change-request-store.ts";
import type { EvaluationStatus } from "./evaluation-progress.ts";

const everything = { after: undefined, limit: 200, maxBytes: 8_000_000 };
const later = "2026-11-21T06:00:00.000Z";

/** Defines the tests that every change-request store must pass. */
export function describeChangeRequestStore(name: string, makeStore: () => Promise<ChangeRequestStore>): void {
  describe(`${name} as a change-request store`, () => {
    test("a created request is read whole, by id and by UUID", async () => {
      const store = await makeStore();
      const request = aChangeRequest({ id: "Ä/\u{1F600} $x.y" });
      expect(await store.create(request, undefined)).toBe(true);
      expect(await store.get(request.id)).toEqual(request);
      expect(await store.getByUuid(request.uuid)).toEqual(request);
      expect(await store.occupant(request.id)).toEqual({ uuid: request.uuid, revision: 1, projectId: "shop" });
    });

    test("a request that was never created is not found", async () => {
      const store = await makeStore();
      expect(await store.get("unknown")).toBeUndefined();
      expect(await store.getByUuid(crypto.randomUUID())).toBeUndefined();
      expect(await store.occupant("unknown")).toBeUndefined();
      expect(await store.evaluationStatus(crypto.randomUUID())).toBeUndefined();
      expect(await store.remove("unknown", later)).toBe(false);
    });

    test("of many concurrent creations of one id a single one succeeds", async () => {
      const store = await makeStore();
      const requests = Array.from({ length: 10 }, () => aChangeRequest());
      const won = await Promise.all(requests.map((request) => store.create(request, undefined)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.get("cr-1")).toEqual(requests[won.indexOf(true)]);
    });

    test("a revision replaces text and progress, raises revision and wanted, and clears the verdict", async () => {
      const store = await makeStore();
      const request = judged(aChangeRequest());
      await store.create(request, undefined);
      const revised = await store.revise(
        { id: "cr-1", uuid: request.uuid, revision: 1 },
        aRevision({ name: "second" }),
      );
      expect(revised).toEqual({
        ...request,
        ...aRevision({ name: "second" }),
        revision: 2,
        verdict: null,
        evaluation: { ...aRevision().evaluation, wanted: 2, done: 1 },
      });
      expect(await store.get("cr-1")).toEqual(revised);
    });

    test("a revision of another revision, another creation or a deleted request is not written", async () => {
      const store = await makeStore();
      const request = aChangeRequest();
      await store.create(request, undefined);
      const { id, uuid } = request;
      expect(await store.revise({ id, uuid, revision: 2 }, aRevision())).toBeUndefined();
      expect(await store.revise({ id, uuid: crypto.randomUUID(), revision: undefined }, aRevision())).toBeUndefined();
      expect(await store.get(id)).toEqual(request);
      await store.remove(id, later);
      expect(await store.revise({ id, uuid, revision: undefined }, aRevision())).toBeUndefined();
    });

    test("concurrent revisions are all written, each with its own number", async () => {
      const store = await makeStore();
      const { id, uuid } = aChangeRequest();
      await store.create(aChangeRequest({ id, uuid }), undefined);
      const writers = Array.from({ length: 12 }, (_, n) =>
        store.revise({ id, uuid, revision: undefined }, aRevision({ name: `writer ${n}` })),
      );
      const revisions = (await Promise.all(writers)).map((request) => request?.revision ?? 0);
      expect(revisions.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n + 2));
      expect((await store.get(id))?.evaluation.wanted).toBe(13);
    });

    test("of many writers that expect one revision a single one succeeds", async () => {
      const store = await makeStore();
      const { id, uuid } = aChangeRequest();
      await store.create(aChangeRequest({ id, uuid }), undefined);
      const writers = Array.from({ length: 8 }, () => store.revise({ id, uuid, revision: 1 }, aRevision()));
      expect((await Promise.all(writers)).filter(Boolean)).toHaveLength(1);
    });

    test("a deleted request leaves its UUID and its counter, and nothing else", async () => {
      const store = await makeStore();
      const request = aChangeRequest({ revision: 7 });
      await store.create(request, undefined);
      expect(await store.remove("cr-1", later)).toBe(true);
      expect(await store.remove("cr-1", later)).toBe(false);
      expect(await store.get("cr-1")).toBeUndefined();
      expect(await store.getByUuid(request.uuid)).toBeUndefined();
      expect(await store.evaluationStatus(request.uuid)).toBeUndefined();
      expect(await store.due("2027-01-01T00:00:00.000Z", 10)).toEqual([]);
      expect((await store.page(everything)).items).toEqual([]);
      expect(await store.occupant("cr-1")).toEqual({ uuid: request.uuid, revision: 7, projectId: null });
    });

    test("a deleted request is followed by one creation only", async () => {
      const store = await makeStore();
      await store.create(aChangeRequest(), undefined);
      await store.remove("cr-1", later);
      const over = await store.occupant("cr-1");
      expect(await store.create(aChangeRequest({ revision: 2 }), undefined)).toBe(false);
      const again = [aChangeRequest({ revision: 2 }), aChangeRequest({ revision: 2 })];
      const won = await Promise.all(again.map((request) => store.create(request, over)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.get("cr-1")).toEqual(again[won.indexOf(true)]);
    });

    test("pages run newest first, by id where the time is the same, each request once", async () => {
      const store = await makeStore();
      const ids = ["a", "B", "ä", "\uffee", "\u{1F600}", "b"];
      for (const [n, id] of ids.entries())
        await store.create(aChangeRequest({ id, createdAt: minute(n % 2) }), undefined);
      const seen: string[] = [];
      let after: { createdAt: string; id: string } | undefined;
      for (;;) {
        const { items, more } = await store.page({ ...everything, after, limit: 2 });
        seen.push(...items.map(({ id }) => id));
        after = items.at(-1);
        if (!more) break;
      }
      // Requests are sorted by creation time, newest first. The requests at odd indexes of `ids` were created a minute
      // later than the others. Requests of the same minute are in descending UTF-8 order of their ids.
      expect(seen).toEqual(["\uffee", "b", "B", "\u{1F600}", "ä", "a"]);
    });

    test("a page ends before it passes its bytes, and holds at least one request", async () => {
      const store = await makeStore();
      for (const n of [1, 2, 3])
        await store.create(aChangeRequest({ id: `cr-${n}`, createdAt: minute(n), name: "x".repeat(500) }), undefined);
      const tiny = await store.page({ ...everything, maxBytes: 1 });
      expect([tiny.items.map(({ id }) => id), tiny.more]).toEqual([["cr-3"], true]);
      const rest = await store.page({ ...everything, after: { createdAt: minute(2), id: "cr-2" }, maxBytes: 1 });
      expect([rest.items.map(({ id }) => id), rest.more]).toEqual([["cr-1"], false]);
    });

    test("many are read at once by UUID, without deleted ones, and within the bytes", async () => {
      const store = await makeStore();
      const all = ["a", "b", "c"].map((id) => aChangeRequest({ id }));
      for (const request of all) await store.create(request, undefined);
      await store.remove("b", later);
      const uuids = [...all.map(({ uuid }) => uuid), crypto.randomUUID()];
      const { items, more } = await store.getMany(uuids, 8_000_000);
      expect(more).toBe(false);
      expect([...items].sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual([all[0], all[2]]);
      const tiny = await store.getMany(uuids, 1);
      expect([tiny.items.length, tiny.more]).toEqual([1, true]);
      expect(await store.getMany([], 1)).toEqual({ items: [], more: false });
    });

    test("the newest revisions are read in pages by id, each once, without deleted requests", async () => {
      const store = await makeStore();
      const ids = ["\u{1F600}", "b", "\uffee", "B", "gone", "a"];
      const all = ids.map((id) => aChangeRequest({ id }));
      for (const request of all) await store.create(request, undefined);
      const { id, uuid } = all[1] ?? aChangeRequest();
      await store.revise({ id, uuid, revision: undefined }, aRevision());
      await store.remove("gone", later);
      const seen: string[] = [];
      for (let after: string | null = null, pages = 0; pages === 0 || after !== null; pages += 1) {
        const { revisions, last } = await store.newestRevisions(after, 2);
        seen.push(...revisions.map((found) => `${found.id} ${found.revision}`));
        expect(revisions.every((found) => all.some((request) => request.uuid === found.uuid))).toBe(true);
        after = last;
      }
      // The ids are in UTF-8 order. The deleted request "gone" is not among them.
      expect(seen).toEqual(["B 1", "a 1", "b 2", "\uffee 1", "\u{1F600} 1"]);
    });

    test("the states of many are read at once, without those deleted or never created", async () => {
      const store = await makeStore();
      const pending = aChangeRequest({ id: "pending" });
      const done = judged(aChangeRequest({ id: "Ä \u{1F600} $x.y", revision: 3 }));
      for (const request of [pending, done, aChangeRequest({ id: "deleted" }), aChangeRequest({ id: "unasked" })])
        await store.create(request, undefined);
      await store.remove("deleted", later);
      const found = await store.shownStates([done.id, "pending", "deleted", "unknown"]);
      expect(found).toHaveLength(2);
      for (const { id, uuid, revision, updatedAt, verdict } of [pending, done])
        expect(found).toContainEqual({ id, uuid, revision, updatedAt, verdict });
      expect(await store.shownStates([])).toEqual([]);
    });

    test("due requests are those to be sent by now, the longest overdue first", async () => {
      const store = await makeStore();
      const dueAt = async (id: string, nextSendAt: string | null) =>
        store.create(aChangeRequest({ id, evaluation: { ...aChangeRequest().evaluation, nextSendAt } }), undefined);
      await dueAt("second", minute(2));
      await dueAt("first", minute(1));
      await dueAt("not yet", minute(9));
      await dueAt("nothing outstanding", null);
      const due = await store.due(minute(5), 10);
      expect(due.map(({ evaluation }) => evaluation.nextSendAt)).toEqual([minute(1), minute(2)]);
      expect(await store.due(minute(5), 1)).toEqual([due[0]]);
    });

    test("verdict and progress are written once, on the status they were computed from", async () => {
      const store = await makeStore();
      const request = aChangeRequest();
      await store.create(request, undefined);
      const before = await store.evaluationStatus(request.uuid);
      expect(before).toEqual(statusOf(request));
      const after = statusOf(judged(request));
      const won = await Promise.all([1, 2, 3].map(() => store.updateEvaluation(statusOf(request), after)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.get("cr-1")).toEqual({ ...request, verdict: after.verdict, evaluation: after.evaluation });
    });

    test("verdict and progress are not written when the request has changed", async () => {
      const store = await makeStore();
      const request = aChangeRequest();
      const stale = statusOf(request);
      const after = statusOf(judged(request));
      await store.create(request, undefined);
      const revised = await store.revise({ id: "cr-1", uuid: request.uuid, revision: 1 }, aRevision());
      expect(await store.updateEvaluation(stale, after)).toBe(false);
      expect(await store.get("cr-1")).toEqual(revised);
      await store.remove("cr-1", later);
      expect(await store.updateEvaluation(stale, after)).toBe(false);
    });

    test("counters of requests deleted long ago are purged, those of later ones and existing requests stay", async () => {
      const store = await makeStore();
      for (const id of ["old", "new", "alive"]) await store.create(aChangeRequest({ id }), undefined);
      await store.remove("old", minute(1));
      await store.remove("new", minute(3));
      expect(await store.purgeDeleted(minute(2), 10)).toBe(1);
      expect(await store.occupant("old")).toBeUndefined();
      expect(await store.occupant("new")).toBeDefined();
      expect(await store.get("alive")).toBeDefined();
    });
  });
}

function minute(n: number): string {
  return `2026-11-21T05:0${n}:00.000Z`;
}

function aRevision(members: Partial<Revision> = {}): Revision {
  return {
    name: "web access",
    rules: aChangeRequest().rules,
    updatedAt: later,
    updatedBy: "grace@example.com",
    evaluation: { retries: 0, sendings: 1, sentAt: later, nextSendAt: later },
    ...members,
  };
}

function judged(request: ChangeRequest): ChangeRequest {
  return {
    ...request,
    verdict: { state: "Fail", stateReason: "why", stateReasonWithoutAddresses: "why", score: 3, attempt: 1 },
    evaluation: { ...request.evaluation, done: 1, nextSendAt: null },
  };
}

function statusOf({ id, uuid, revision, verdict, evaluation }: ChangeRequest): EvaluationStatus {
  return { id, uuid, revision, verdict, evaluation };
}
