import { expect, test } from "@jest/globals";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { aChangeRequest, aClock, pace } from "../../test/change-requests.ts";
import type { ChangeRequestStore } from "../requests/change-request-store.ts";
import { inMemoryChangeRequestStore } from "../requests/in-memory-change-request-store.ts";
import { resendPending } from "./resend-pending.ts";

const running = new AbortController().signal;

async function withPending(count: number) {
  const clock = aClock();
  const store = inMemoryChangeRequestStore();
  for (let n = 1; n <= count; n += 1) await store.create(aChangeRequest({ id: `cr-${n}` }), undefined);
  const sent: EvaluationId[] = [];
  const send = async (id: EvaluationId) => sent.push(id) > 0;
  return { clock, store, sent, needs: { store, send, now: clock.now, pace, batch: 100 } };
}
const sendings = async (store: ChangeRequestStore, id: string) => (await store.get(id))?.evaluation.sendings;

test("a job is not sent before it is due, and then once", async () => {
  const { clock, store, sent, needs } = await withPending(2);
  clock.advance(29_999);
  expect(await resendPending(needs, running)).toBe(0);
  clock.advance(1);
  expect(await resendPending(needs, running)).toBe(2);
  expect(await resendPending(needs, running)).toBe(0);
  expect(sent).toHaveLength(2);
  expect(await sendings(store, "cr-1")).toBe(2);
});

test("replicas that run at the same moment send each job once between them", async () => {
  const { clock, sent, needs } = await withPending(20);
  clock.advance(30_000);
  const counts = await Promise.all([1, 2, 3].map(() => resendPending(needs, running)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(20);
  expect(new Set(sent.map(({ changeRequestUuid }) => changeRequestUuid)).size).toBe(20);
});

test("while the queue is away no send is counted, one is attempted, and all are sent when it is back", async () => {
  const { clock, store, sent, needs } = await withPending(3);
  clock.advance(30_000);
  let attempts = 0;
  const closed = async () => {
    attempts += 1;
    return false;
  };
  for (let n = 0; n < 15; n += 1) expect(await resendPending({ ...needs, send: closed }, running)).toBe(0);
  expect(attempts).toBe(15);
  for (const id of ["cr-1", "cr-2", "cr-3"]) {
    expect(await sendings(store, id)).toBe(1);
    expect((await store.get(id))?.verdict).toBeNull();
  }
  expect(await resendPending(needs, running)).toBe(3);
  expect(sent).toHaveLength(3);
});

test("a run sends a batch, the next one the rest, the longest overdue first", async () => {
  const { clock, sent, needs } = await withPending(5);
  clock.advance(30_000);
  expect(await resendPending({ ...needs, batch: 3 }, running)).toBe(3);
  expect(await resendPending({ ...needs, batch: 3 }, running)).toBe(2);
  expect(new Set(sent.map(({ changeRequestUuid }) => changeRequestUuid)).size).toBe(5);
});

test("a process that stops leaves the rest to other replicas", async () => {
  const { clock, sent, needs } = await withPending(3);
  clock.advance(30_000);
  expect(await resendPending(needs, AbortSignal.abort())).toBe(0);
  expect(sent).toEqual([]);
});
