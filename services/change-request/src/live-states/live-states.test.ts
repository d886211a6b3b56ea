import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { aShownState } from "../../test/change-requests.ts";
import type { ShownState } from "../requests/shown-state.ts";
import { createLiveStates, type Watched } from "./live-states.ts";

/**
 * Creates a store that a test can read and write. The test can make reads fail. Each read awaits `pass` when it begins
 * and when it ends.
 */
function aRecord(pass: (what: string) => Promise<unknown> = async () => undefined) {
  const kept = new Map<string, ShownState>();
  const read: string[][] = [];
  let away = false;
  let atOnce = 0;
  return {
    kept,
    read,
    /** The largest number of reads that were in progress at the same time. */
    mostAtOnce: 0,
    break: (isAway: boolean) => {
      away = isAway;
    },
    write(id: string) {
      const before = kept.get(id);
      const next = aShownState({ ...before, id, revision: (before?.revision ?? 0) + 1 });
      kept.set(id, next);
      return next.revision;
    },
    async shownStates(ids: readonly string[]) {
      read.push([...ids]);
      atOnce += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, atOnce);
      try {
        await pass("the reading begins");
        if (away) throw new Error("the database is away");
        const found = ids.flatMap((id) => kept.get(id) ?? []);
        await pass("the reading ends");
        return found;
      } finally {
        atOnce -= 1;
      }
    },
  };
}

/** Lets all pending microtasks run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const forGood = new AbortController().signal;

async function watching(live: ReturnType<typeof createLiveStates>, id: string, until = forGood): Promise<Watched> {
  const watched = await live.watch(id, until);
  if (!watched) throw new Error(`there is no ${id}`);
  return watched;
}

test("a watcher gets the current state, and is notified after a hint", async () => {
  const record = aRecord();
  record.write("cr-1");
  const live = createLiveStates({ store: record });
  const watched = await watching(live, "cr-1");
  expect(watched.first).toEqual(record.kept.get("cr-1"));
  let changes = 0;
  watched.onChange(() => {
    changes += 1;
  });
  record.write("cr-1");
  live.hint("cr-1");
  await settle();
  expect([watched.latest()?.revision, changes]).toEqual([2, 1]);
});

test("a hint without a change notifies no watcher, and one of an unwatched request causes no read", async () => {
  const record = aRecord();
  record.write("cr-1");
  const live = createLiveStates({ store: record });
  const watched = await watching(live, "cr-1");
  let changes = 0;
  watched.onChange(() => {
    changes += 1;
  });
  live.hint("cr-1");
  await settle();
  const readings = record.read.length;
  for (let n = 0; n < 1_000; n += 1) live.hint(`other-${n}`);
  await settle();
  expect([changes, record.read.length]).toEqual([0, readings]);
});

test("a request that does not exist can't be watched", async () => {
  const live = createLiveStates({ store: aRecord() });
  expect(await live.watch("unknown", forGood)).toBeUndefined();
});

test("a deleted request is undefined from then on", async () => {
  const record = aRecord();
  record.write("cr-1");
  const live = createLiveStates({ store: record });
  const watched = await watching(live, "cr-1");
  record.kept.delete("cr-1");
  await live.pollAll();
  expect(watched.latest()).toBeUndefined();
});

test("a hundred hints and callers at one moment cause one or two reads", async () => {
  const record = aRecord();
  record.write("cr-1");
  const live = createLiveStates({ store: record });
  await Promise.all(Array.from({ length: 100 }, () => watching(live, "cr-1")));
  for (let n = 0; n < 100; n += 1) live.hint("cr-1");
  await settle();
  expect(record.read.length).toBeLessThanOrEqual(4);
});

test("a poll reads everything watched in batches, one after the other", async () => {
  const record = aRecord();
  const ids = Array.from({ length: 25 }, (_, n) => `cr-${n}`);
  for (const id of ids) record.write(id);
  const live = createLiveStates({ store: record, batch: 10 });
  const watched = await Promise.all(ids.map((id) => watching(live, id)));
  for (const id of ids) record.write(id);
  record.read.length = 0;
  await live.pollAll();
  expect(record.read.map((each) => each.length)).toEqual([10, 10, 5]);
  expect(watched.map((one) => one.latest()?.revision)).toEqual(ids.map(() => 2));
  expect(record.mostAtOnce).toBe(1);
});

test("hinted requests are read before polled ones", async () => {
  const gate: PromiseWithResolvers<void>[] = [];
  let isHeld = false;
  const record = aRecord(async () => {
    if (!isHeld) return;
    const held = Promise.withResolvers<void>();
    gate.push(held);
    await held.promise;
  });
  const ids = Array.from({ length: 6 }, (_, n) => `cr-${n}`);
  for (const id of ids) record.write(id);
  const live = createLiveStates({ store: record, batch: 2 });
  await Promise.all(ids.map((id) => watching(live, id)));
  record.read.length = 0;
  isHeld = true;
  const polled = live.pollAll();
  live.hint("cr-5");
  isHeld = false;
  for (const held of gate) held.resolve();
  await polled;
  expect(record.read[1]).toContain("cr-5");
});

test("while the database is away a new watcher gets the error at once, and the others keep their state and catch up", async () => {
  const record = aRecord();
  record.write("cr-1");
  const live = createLiveStates({ store: record });
  const watched = await watching(live, "cr-1");
  record.break(true);
  await expect(live.watch("cr-1", forGood)).rejects.toThrow("the database is away");
  await expect(live.pollAll()).rejects.toThrow("the database is away");
  record.write("cr-1");
  live.hint("cr-1");
  await settle();
  expect(watched.latest()?.revision).toBe(1);
  record.break(false);
  await live.pollAll();
  expect(watched.latest()?.revision).toBe(2);
});

test("while the database is away no caller waits for more than one failed read", async () => {
  const record = aRecord();
  const live = createLiveStates({ store: record, batch: 1 });
  record.break(true);
  const coming = ["cr-1", "cr-2", "cr-3"].map((id) => live.watch(id, forGood));
  for (const one of await Promise.allSettled(coming)) expect(one.status).toBe("rejected");
  expect(record.read).toHaveLength(1);
});

test("nothing is kept of unwatched requests, and a caller that is gone is not admitted", async () => {
  const record = aRecord();
  record.write("cr-1");
  const live = createLiveStates({ store: record });
  const [one, two] = [new AbortController(), new AbortController()];
  await watching(live, "cr-1", one.signal);
  await watching(live, "cr-1", two.signal);
  await live.watch("unknown", two.signal);
  one.abort();
  expect(live.watched()).toBe(2);
  two.abort();
  expect(live.watched()).toBe(0);
  await expect(live.watch("cr-1", two.signal)).rejects.toThrow();
  expect(live.watched()).toBe(0);
  record.read.length = 0;
  await live.pollAll();
  expect(record.read).toEqual([]);
});

type Step =
  | { readonly do: "write" | "remove" | "open" | "close"; readonly pick: number }
  | { readonly do: "hint"; readonly pick: number }
  | { readonly do: "poll" | "break" | "restore" };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("write" as const, "hint" as const, "open" as const), pick: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("remove" as const, "close" as const), pick: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("poll" as const, "break" as const, "restore" as const) }) },
);

test("however reads, writes and lost hints interleave, no stream goes back, and a poll brings all up to date", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 30 }), async (scheduler, steps) => {
      const record = aRecord((what) => scheduler.schedule(Promise.resolve(), what));
      const live = createLiveStates({ store: record, batch: 2 });
      /**
       * The last revision number of each id. If an id is deleted and used again, its numbers continue, as in the real
       * store.
       */
      const counters = new Map<string, number>();
      const streams: { id: string; leave: AbortController; watched: Watched; seen: number[] }[] = [];

      async function open(id: string): Promise<void> {
        const leave = new AbortController();
        const atLeast = record.kept.has(id) ? (counters.get(id) ?? 0) : 0;
        const watched = await live.watch(id, leave.signal).catch(() => undefined);
        if (!watched) return leave.abort();
        expect(watched.first.revision).toBeGreaterThanOrEqual(atLeast);
        const seen: number[] = [];
        const note = () => {
          const revision = watched.latest()?.revision;
          if (revision !== undefined) seen.push(revision);
        };
        note();
        watched.onChange(note);
        streams.push({ id, leave, watched, seen });
      }
      function act(one: Step): unknown {
        const id = "pick" in one ? `cr-${one.pick % 3}` : "";
        switch (one.do) {
          case "write":
            counters.set(id, (counters.get(id) ?? 0) + 1);
            return record.kept.set(id, aShownState({ id, revision: counters.get(id) ?? 0 }));
          case "remove":
            return record.kept.delete(id);
          case "open":
            return void open(id);
          case "close":
            return streams[one.pick % Math.max(1, streams.length)]?.leave.abort();
          case "hint":
            return live.hint(id);
          case "poll":
            return void live.pollAll().catch(() => undefined);
          default:
            return record.break(one.do === "break");
        }
      }

      const running = steps.map(async (one) => {
        await scheduler.schedule(Promise.resolve(), one.do);
        act(one);
      });
      await scheduler.waitFor(Promise.all(running));
      await scheduler.waitIdle();
      record.break(false);
      await scheduler.waitFor(live.pollAll());
      await scheduler.waitIdle();

      expect(record.mostAtOnce).toBeLessThanOrEqual(1);
      expect(Math.max(0, ...record.read.map((each) => each.length))).toBeLessThanOrEqual(2);
      for (const { id, leave, watched, seen } of streams) {
        expect(seen).toEqual(seen.toSorted((a, b) => a - b));
        if (!leave.signal.aborted) expect(watched.latest()).toEqual(record.kept.get(id));
      }
      for (const { leave } of streams) leave.abort();
      expect(live.watched()).toBe(0);
    }),
    { numRuns: 500 },
  );
});
