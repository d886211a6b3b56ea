import { expect, test } from "@jest/globals";
import { pause } from "@network-access/service-runtime/deadline";
import { aShownState } from "../../test/change-requests.ts";
import type { ShownState } from "../requests/shown-state.ts";
import type { StreamedEvent } from "./event-stream.ts";
import { publishStates, type StateStreamOptions } from "./publish-states.ts";
import { stateEvent } from "./state-event.ts";

const caller = { may: () => true, expiresAt: new Date(Date.now() + 3_600_000) };
const second = {
  state: "Pass",
  stateReason: "why",
  stateReasonWithoutAddresses: "why",
  score: null,
  attempt: 1,
} as const;

/** Creates a stream for a change request whose state the test can change. */
function aStream(members: Partial<StateStreamOptions> = {}) {
  const first = aShownState();
  let shown: ShownState | undefined = first;
  let notify: () => void = () => undefined;
  const leaving = new AbortController();
  const stopping = new AbortController();
  const events = publishStates({
    watched: {
      first,
      latest: () => shown,
      onChange(listener) {
        notify = listener;
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
    events,
    leaving,
    stopping,
    async next(): Promise<StreamedEvent | undefined> {
      const { value } = await events.next();
      return value ?? undefined;
    },
    become(next: ShownState | undefined) {
      shown = next;
      notify();
    },
  };
}

async function all(events: AsyncIterable<StreamedEvent>): Promise<StreamedEvent[]> {
  const received: StreamedEvent[] = [];
  for await (const event of events) received.push(event);
  return received;
}

test("the current state comes first, then each newer one", async () => {
  const { first, next, become } = aStream();
  expect(await next()).toEqual(stateEvent(first, caller));
  const judged = { ...first, verdict: second };
  const waiting = next();
  become(judged);
  expect(await waiting).toEqual(stateEvent(judged, caller));
});

test("of several changes while the caller is busy only the newest is sent", async () => {
  const { first, next, become } = aStream();
  await next();
  for (const revision of [2, 3, 4]) become({ ...first, revision });
  expect(await next()).toMatchObject({ data: { revision: 4 } });
  const waiting = next();
  become({ ...first, revision: 5 });
  expect(await waiting).toMatchObject({ data: { revision: 5 } });
});

test("a caller that knows the current state does not get it again, and one that knows an older state does", async () => {
  const known = aStream({ lastEventId: stateEvent(aShownState(), caller).id, heartbeatMs: 20 });
  expect(await known.next()).toBe("heartbeat");
  const other = aStream({ lastEventId: "7.1.abcdefgh", heartbeatMs: 20 });
  expect(await other.next()).toMatchObject({ event: "state" });
});

test("while nothing changes there is a heartbeat in every interval", async () => {
  const { next } = aStream({ heartbeatMs: 30 });
  await next();
  const began = performance.now();
  expect([await next(), await next()]).toEqual(["heartbeat", "heartbeat"]);
  expect(performance.now() - began).toBeGreaterThan(55);
});

test("a deleted request ends the stream with an event that says so", async () => {
  const { first, events, next, become } = aStream();
  await next();
  become(undefined);
  expect(await all(events)).toEqual([{ event: "deleted", data: { id: first.id } }]);
});

test("a request deleted and created again under its id is another one: the stream of the first ends", async () => {
  const { events, next, become } = aStream();
  await next();
  become(aShownState({ revision: 2 }));
  expect(await all(events)).toEqual([{ event: "deleted", data: { id: "cr-1" } }]);
});

test("a request deleted before its first event gets the event deleted", async () => {
  const { events, become } = aStream();
  become(undefined);
  expect(await all(events)).toMatchObject([{ event: "deleted" }]);
});

test("the stream ends when the token expires, at once and with the reason, without a further state", async () => {
  const expiresAt = new Date(Date.now() + 1_000);
  const { events, next, become, first } = aStream({ caller: { ...caller, expiresAt } });
  await next();
  const began = performance.now();
  expect(await all(events)).toEqual([{ event: "end", data: { reason: "token-expired" } }]);
  expect(performance.now() - began).toBeLessThan(20_000);
  const late = aStream({ caller: { ...caller, expiresAt } });
  become({ ...first, verdict: second });
  expect(await all(late.events)).toEqual([{ event: "end", data: { reason: "token-expired" } }]);
});

test("a stopping process ends the stream with the reason, after the newest state", async () => {
  const { events, next, become, first, stopping } = aStream();
  await next();
  become({ ...first, verdict: second });
  stopping.abort();
  expect(await all(events)).toMatchObject([{ event: "state" }, { event: "end", data: { reason: "draining" } }]);
});

test("when the caller is gone the stream ends at once without an event", async () => {
  const { events, next, leaving } = aStream();
  await next();
  const rest = all(events);
  await pause(10);
  leaving.abort();
  expect(await rest).toEqual([]);
});
