import { describe, expect, jest, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { Died, dyingProcess } from "../../test/dying-process.ts";
import { edgeSnapshot } from "../../test/edge-snapshot.ts";
import { estateStores } from "../../test/estate-stores.ts";
import type { MakingNeeds } from "./make-revision.ts";

/** In these tests several processes make revisions. Some of the processes die, sleep or fail. */

jest.setTimeout(600_000);

const estate = estateStores();
const CLAIM_MS = 30_000;

/**
 * Simulates a process that dies at its call number `place`, counted over all functions in `needs` except `now`. It dies
 * before this call or, if `after` is true, after it. Calls of `now` always succeed.
 */
const dyingAt = (place: number, after: boolean) => {
  const { dying, calls } = dyingProcess(place, after);
  return { calls, change: (needs: MakingNeeds): MakingNeeds => ({ ...dying(needs), now: needs.now }) };
};

describe.each([
  ["before a step is done", false],
  ["behind a step", true],
])("a process dies %s", (_, after) => {
  test("at every step of a revision: another one finishes it, nothing is mixed and nothing lost", async () => {
    let [place, isAtEnd] = [1, false];
    for (; !isAtEnd; place += 1) {
      const device = await estate.createDevice(`dying ${after} ${place}`);
      const first = await estate.put(device, edgeSnapshot(["a", "b", "c"]));
      await estate.worker().run();
      const before = await estate.ruleIds(device);
      const second = await estate.put(device, edgeSnapshot(["a", "b2", "new", "c"]));

      const { change, calls } = dyingAt(place, after);
      const died = await estate
        .worker(change)
        .run()
        .then(
          () => false,
          (error: unknown) => error instanceof Died,
        );
      isAtEnd = !died && calls() < place;
      const found = await estate.searched(device);
      expect(found.rules.map(({ record }) => record.name)).toEqual(
        found.revision === first ? ["a", "b", "c"] : ["a", "b2", "new", "c"],
      );

      estate.passMs(CLAIM_MS + 1);
      await estate.worker().run();
      const ids = await estate.ruleIds(device);
      expect({ place, names: [...ids.keys()] }).toEqual({ place, names: ["a", "b2", "new", "c"] });
      for (const [name, was] of Object.entries({ a: "a", b2: "b", c: "c" }))
        expect(ids.get(name)).toBe(before.get(was));
      expect(await estate.revisions.find(second)).toMatchObject({
        ...{ state: "searchable", changes: { rules: { added: 1, removed: 0 } } },
      });
      expect((await estate.revisions.readChanges(second))?.length).toBeGreaterThan(0);
      for (const entity of ["secrule", "networkobj", "interface"] as const)
        expect(await estate.rows.count(entity, second)).toBe(entity === "secrule" ? 4 : 1);
    }
    // The loop above interrupts the process at each call that it makes for a revision. There are more than 20 such
    // calls: for the claim, the device, the parts, the digest, the rows, the counts, the switch to the revision, and
    // the record of the switch.
    expect(place).toBeGreaterThan(20);
  });
});

test("a process begins no further revision after 5 s of work, so that it can fill lost indexes in between", async () => {
  const ids: number[] = [];
  for (const name of ["first", "second"])
    ids.push(await estate.put(await estate.createDevice(`${name} of two`), edgeSnapshot(["a"])));
  let laterMs = 0;
  const slow = (needs: MakingNeeds): MakingNeeds => ({
    ...needs,
    async setCurrent(...given) {
      laterMs = 5_000;
      return needs.setCurrent(...given);
    },
  });
  const worker = estate.worker(slow, () => laterMs);
  const states = async () => Promise.all(ids.map(async (id) => (await estate.revisions.find(id))?.state));
  expect([await worker.runSome(), await states()]).toEqual([true, ["searchable", "pending"]]);
  expect([await worker.runSome(), await states()]).toEqual([false, ["searchable", "searchable"]]);
});

test("the oldest pending revision is known until it is made", async () => {
  expect(await estate.revisions.oldestPending()).toBeUndefined();
  const device = await estate.createDevice("waiting");
  const first = await estate.put(device, edgeSnapshot(["a"]));
  estate.passMs(60_000);
  await estate.put(device, edgeSnapshot(["a", "b"]));
  expect(await estate.revisions.oldestPending()).toEqual((await estate.revisions.find(first))?.createdAt);
  await estate.worker().run();
  expect(await estate.revisions.oldestPending()).toBeUndefined();
});

test("a revision that was current stays so in its state, though its process died before it noted that", async () => {
  const device = await estate.createDevice("replaced unnoted");
  const first = await estate.put(device, edgeSnapshot(["a"]));
  const died = (needs: MakingNeeds): MakingNeeds => ({
    ...needs,
    revisions: {
      ...needs.revisions,
      noteSearchable: () => Promise.reject(new Died()),
      releaseClaim: () => Promise.reject(new Died()),
    },
  });
  await expect(estate.worker(died).run()).rejects.toThrow(Died);
  const second = await estate.put(device, edgeSnapshot(["a", "b"]));
  const other = estate.worker();
  await other.run();
  estate.passMs(CLAIM_MS + 1);
  await other.run();
  expect((await estate.revisions.find(first))?.state).toBe("searchable");
  expect((await estate.revisions.find(second))?.state).toBe("searchable");
  expect(await estate.ruleNames(device)).toEqual(["a", "b"]);
});

test("the delay of a revision ends with the switch, whichever process notes it", async () => {
  const device = await estate.createDevice("noted late");
  await estate.put(device, edgeSnapshot(["a"]));
  const died = (needs: MakingNeeds): MakingNeeds => ({
    ...needs,
    revisions: {
      ...needs.revisions,
      noteSearchable: () => Promise.reject(new Died()),
      releaseClaim: () => Promise.reject(new Died()),
    },
  });
  await expect(estate.worker(died).run()).rejects.toThrow(Died);
  estate.passMs(10 * CLAIM_MS);
  const other = estate.worker();
  await other.run();
  const line = other.lines.find(({ msg }) => msg === "a revision was made");
  expect(line).toMatchObject({ attempts: 2, state: "searchable" });
  expect(Number(line?.seconds)).toBeLessThan(CLAIM_MS / 1_000);
});

test("a process that slept through its claim changes nothing when it goes on", async () => {
  const device = await estate.createDevice("sleeping");
  const first = await estate.put(device, edgeSnapshot(["a"]));
  const asleep = Promise.withResolvers<void>();
  const awake = Promise.withResolvers<void>();
  let sleptMs = 0;
  const sleeping = (needs: MakingNeeds): MakingNeeds => ({
    ...needs,
    findDevice: async (id) => {
      const found = await needs.findDevice(id);
      asleep.resolve();
      await awake.promise;
      return found;
    },
  });
  const slow = estate.worker(sleeping, () => performance.now() + sleptMs);
  const running = slow.run();
  await asleep.promise;
  sleptMs = CLAIM_MS + 1;
  estate.passMs(CLAIM_MS + 1);
  await estate.worker().run();
  expect(await estate.ruleNames(device)).toEqual(["a"]);
  const second = await estate.put(device, edgeSnapshot(["a", "b"]));
  await estate.worker().run();
  awake.resolve();
  await running;
  expect(await estate.ruleNames(device)).toEqual(["a", "b"]);
  expect((await estate.revisions.find(first))?.state).toBe("searchable");
  expect((await estate.revisions.find(second))?.state).toBe("searchable");
});

test("a process that lost its claim in the middle of the rows writes no further ones", async () => {
  const device = await estate.createDevice("overtaken in the middle");
  await estate.put(device, edgeSnapshot(["a"]));
  let [written, sleptMs] = [0, 0];
  const sleeping = (needs: MakingNeeds): MakingNeeds => ({
    ...needs,
    rows: {
      ...needs.rows,
      async write(entity, rows) {
        written += 1;
        await needs.rows.write(entity, rows);
        if (written > 1) return;
        sleptMs = CLAIM_MS + 1;
        estate.passMs(CLAIM_MS + 1);
        await estate.worker().run();
      },
    },
  });
  const slow = estate.worker(sleeping, () => performance.now() + sleptMs);
  await slow.run();
  expect(written).toBe(1);
  expect(slow.lines).toMatchObject([{ level: "warn", msg: "another process has taken a revision over", attempts: 1 }]);
  expect(await estate.ruleNames(device)).toEqual(["a"]);
});

test("a slow process that no other process overtook keeps its claim", async () => {
  const device = await estate.createDevice("slow and alone");
  await estate.put(device, edgeSnapshot(["a"]));
  let sleptMs = 0;
  const slow = estate.worker(
    (needs) => ({
      ...needs,
      findDevice: (id) => {
        sleptMs += CLAIM_MS + 1;
        estate.passMs(CLAIM_MS + 1);
        return needs.findDevice(id);
      },
    }),
    () => performance.now() + sleptMs,
  );
  await slow.run();
  expect(slow.lines).toMatchObject([{ msg: "a revision was made", state: "searchable", attempts: 1 }]);
});

test("two processes make many revisions, each of them once", async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => estate.createDevice(`shared ${n}`)));
  const put: number[] = [];
  for (const id of ids) put.push(await estate.put(id, edgeSnapshot([`rule of ${id}`])));
  const workers = [estate.worker(), estate.worker()];
  // A worker returns without making a revision if another worker has claimed the only revision that is due. The test
  // therefore runs both workers until no revision is pending.
  const isDone = async () => {
    await Promise.all(workers.map((worker) => worker.run()));
    return (await estate.revisions.listPending(put)).size === 0;
  };
  await until("the end of all revisions", isDone, 300_000);
  for (const worker of workers) for (const line of worker.lines) expect(line).toMatchObject({ attempts: 1 });
  for (const id of ids) expect(await estate.ruleNames(id)).toEqual([`rule of ${id}`]);
});

test("a device whose newest revision is always uploaded last is made as soon as devices that waited longer", async () => {
  const [first, second, last] = [
    await estate.createDevice("in turn 1"),
    await estate.createDevice("in turn 2"),
    await estate.createDevice("always last"),
  ];
  for (const device of [first, second, last]) await estate.put(device, edgeSnapshot(["a"]));
  const made: number[] = [];
  const worker = estate.worker((needs) => ({
    ...needs,
    // While a revision is made, uploads a newer revision of `first` or `second`, and after it a newer revision of
    // `last`. The newest revision of `last` is therefore always the last upload.
    setCurrent: async (...given) => {
      made.push(given[0]);
      if (made.length === 6) worker.stop();
      await estate.put(given[0] === first ? second : first, edgeSnapshot(["a", `${made.length}`]));
      await estate.put(last, edgeSnapshot(["a", `${made.length}`]));
      return needs.setCurrent(...given);
    },
  }));
  await worker.run();
  expect(made.slice(0, 3)).toEqual([first, second, last]);
  await estate.worker().run();
});

test("a revision that fails is tried at a growing pace and does not hold up others", async () => {
  const failing = await estate.createDevice("failing");
  const broken = await estate.put(failing, edgeSnapshot(["never"]));
  const worker = estate.worker((needs) => ({
    ...needs,
    findDevice: (id) => (id === failing ? Promise.reject(new Error("a mistake")) : needs.findDevice(id)),
  }));
  const paused: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const other = await estate.createDevice(`behind a failing one ${round}`);
    await estate.put(other, edgeSnapshot(["a"]));
    await worker.run();
    await worker.run();
    expect(await estate.ruleNames(other)).toEqual(["a"]);
    const line = worker.lines.filter(({ revision }) => revision === broken).at(-1);
    expect(line).toMatchObject({
      ...{
        level: "error",
        msg: "a revision could not be made and is tried again",
        attempts: round + 1,
        device: failing,
      },
      err: { message: "a mistake" },
    });
    expect((await estate.revisions.find(broken))?.attempts).toBe(round + 1);
    paused.push(Number(line?.pauseMs));
    estate.passMs(Number(line?.pauseMs));
  }
  expect(paused).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  expect(await estate.revisions.find(broken)).toMatchObject({ state: "pending" });
  await estate.worker().run();
  expect(await estate.ruleNames(failing)).toEqual(["never"]);
});

test("a process that stops hands its revision over at once", async () => {
  const device = await estate.createDevice("stopped");
  const revision = await estate.put(device, edgeSnapshot(["a"]));
  const stopped = estate.worker((needs) => ({
    ...needs,
    findDevice: (id) => {
      stopped.stop();
      return needs.findDevice(id);
    },
  }));
  await stopped.run();
  expect(stopped.lines).toEqual([]);
  expect(await estate.revisions.find(revision)).toMatchObject({ state: "pending" });
  await estate.worker().run();
  expect(await estate.ruleNames(device)).toEqual(["a"]);
});

test("a revision whose device is gone ends", async () => {
  const device = await estate.createDevice("gone");
  const revision = await estate.put(device, edgeSnapshot(["a"]));
  await estate.devices.removeDevice(device, estate.now());
  await estate.worker().run();
  expect(await estate.revisions.find(revision)).toMatchObject({ state: "refused" });
});
