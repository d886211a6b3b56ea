import { expect, test } from "@jest/globals";
import { pause } from "@network-access/service-runtime/deadline";
import { aShownState } from "../../test/change-requests.ts";
import type { ShownState } from "../requests/shown-state.ts";
import type { StreamedEvent } from "./event-stream.ts";
import { publishStates, type Telling } from "./publish-states.ts";
import { stateEvent } from "./state-event.ts";

const caller = { may: () => true, expiresAt: new Date(Date.now() + 3_600_000) };
const second = {
  state: "Pass",
  stateReason: "why",
  stateReasonWithoutAddresses: "why",
  score: null,
  attempt: 1,
} as const;

/** A request that can be changed under the stream that tells of it. */
function aTelling(members: Partial<Telling> = {}) {
  const first = aShownState();
  let shown: ShownState | undefined = first;
  let ring: () => void = () => undefined;
  const leaving = new AbortController();
  const stopping = new AbortController();
  const told = publishStates({
    watched: {
      first,
      latest: () => shown,
      onChange(listener) {
        ring = listener;
      },
    },
    caller,
    lastEventId: undefined,
    over: leaving.signal,
    stopping: stopping.signal,
    heartbeatMs: 60_000,
    now: () => new Date(),
    ...members,
  });
  return {
    first,
    told,
    leaving,
    stopping,
    async next(): Promise<StreamedEvent | undefined> {
      const { value } = await told.next();
      return value ?? undefined;
    },
    become(next: ShownState | undefined) {
      shown = next;
      ring();
    },
  };
}

async function all(told: AsyncIterable<StreamedEvent>): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of told) events.push(event);
  return events;
}

test("the current state comes first, then each newer one as it becomes", async () => {
  const { first, next, become } = aTelling();
  expect(await next()).toEqual(stateEvent(first, caller));
  const judged = { ...first, verdict: second };
  const waiting = next();
  become(judged);
  expect(await waiting).toEqual(stateEvent(judged, caller));
});

test("of what became while the caller was busy only the newest is told", async () => {
  const { first, next, become } = aTelling();
  await next();
  for (const revision of [2, 3, 4]) become({ ...first, revision });
  expect(await next()).toMatchObject({ data: { revision: 4 } });
  const waiting = next();
  become({ ...first, revision: 5 });
  expect(await waiting).toMatchObject({ data: { revision: 5 } });
});

test("a caller who knows the current state is not told again, and one who knows an older one is", async () => {
  const known = aTelling({ lastEventId: stateEvent(aShownState(), caller).id, heartbeatMs: 20 });
  expect(await known.next()).toBe("heartbeat");
  const other = aTelling({ lastEventId: "7.1.abcdefgh", heartbeatMs: 20 });
  expect(await other.next()).toMatchObject({ event: "state" });
});

test("while nothing changes there is a sign of life in every interval", async () => {
  const { next } = aTelling({ heartbeatMs: 30 });
  await next();
  const began = performance.now();
  expect([await next(), await next()]).toEqual(["heartbeat", "heartbeat"]);
  expect(performance.now() - began).toBeGreaterThan(55);
});

test("a deleted request ends the stream with an event that says so", async () => {
  const { first, told, next, become } = aTelling();
  await next();
  become(undefined);
  expect(await all(told)).toEqual([{ event: "deleted", data: { id: first.id } }]);
});

test("one that was deleted and created again under its id is another one: the stream of the first ends", async () => {
  const { told, next, become } = aTelling();
  await next();
  become(aShownState({ revision: 2 }));
  expect(await all(told)).toEqual([{ event: "deleted", data: { id: "cr-1" } }]);
});

test("one that is deleted before anything was told is told as deleted", async () => {
  const { told, become } = aTelling();
  become(undefined);
  expect(await all(told)).toMatchObject([{ event: "deleted" }]);
});

test("the stream ends with the token, at once and with the reason, and tells no state after that", async () => {
  const expiresAt = new Date(Date.now() + 120);
  const { told, next, become, first } = aTelling({ caller: { ...caller, expiresAt } });
  await next();
  const began = performance.now();
  expect(await all(told)).toEqual([{ event: "end", data: { reason: "token-expired" } }]);
  expect(performance.now() - began).toBeLessThan(1_000);
  const late = aTelling({ caller: { ...caller, expiresAt } });
  become({ ...first, verdict: second });
  expect(await all(late.told)).toEqual([{ event: "end", data: { reason: "token-expired" } }]);
});

test("a process that ends says so, after the newest state", async () => {
  const { told, next, become, first, stopping } = aTelling();
  await next();
  become({ ...first, verdict: second });
  stopping.abort();
  expect(await all(told)).toMatchObject([{ event: "state" }, { event: "end", data: { reason: "draining" } }]);
});

test("when the caller is gone it ends at once and in silence", async () => {
  const { told, next, leaving } = aTelling();
  await next();
  const rest = all(told);
  await pause(10);
  leaving.abort();
  expect(await rest).toEqual([]);
});
