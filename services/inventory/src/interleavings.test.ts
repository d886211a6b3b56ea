import { expect, test } from "@jest/globals";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import fc from "fast-check";
import { aConnector, aFilter, collect, unordered } from "../test/inventory-builders.ts";
import { addressListOf } from "./addresses/address-list.ts";
import { createInMemoryAddressListStore } from "./addresses/in-memory-address-list-store.ts";
import { createInMemoryConnectorStore } from "./connectors/in-memory-connector-store.ts";
import { createInMemoryDiscoveryRunStore } from "./connectors/in-memory-discovery-run-store.ts";
import { createInMemoryFeedTokenStore } from "./feeds/in-memory-feed-token-store.ts";
import { deleteGroup } from "./groups/delete-group.ts";
import { isReady } from "./groups/group.ts";
import { createInMemoryGroupStore } from "./groups/in-memory-group-store.ts";
import { isMassChange, isWide } from "./groups/mass-change-limits.ts";
import { releaseGroupChange } from "./groups/release-group-change.ts";
import { saveGroup } from "./groups/save-group.ts";
import { type GroupFilter, matcherOf } from "./items/group-filter.ts";
import { itemIdOf } from "./items/item.ts";
import { membershipOf } from "./items/membership.ts";
import type { OpenedItem } from "./items/membership-store.ts";
import { createRecentlyWrittenItems } from "./items/recently-written-items.ts";
import { refreshGroup } from "./members/refresh-group.ts";
import { listFilters } from "./projection/list-filters.ts";
import { createOpenItems, type OpenItems } from "./projection/open-items.ts";
import { projectItems } from "./projection/project-items.ts";
import { createInMemoryIndexes } from "./search-index/in-memory-indexes.ts";
import { cleanUpItems } from "./uploads/clean-up-items.ts";
import { finishCleanUp } from "./uploads/finish-clean-up.ts";
import { createInMemoryItems } from "./uploads/in-memory-items.ts";
import { uploadItems } from "./uploads/upload-items.ts";

/**
 * Tests concurrent uploads, clean-ups, edits of groups, projectors and computations of members. Their calls reach the
 * stores in any order, and calls of clean-ups and of background work may fail.
 *
 * After all open items are projected and all open groups are computed:
 * - Every group has exactly the items that its filter selects.
 * - The index has the same items as the database.
 * - Every item that a clean-up had to remove is removed.
 */

const ids = ["a", "b"] as const;
const value = fc.constantFrom("x", "y");
const ip = fc.constantFrom("10.0.0.1", "10.0.1.0/24", "2001:db8::1", "172.16.0.0/12");
const sent = fc.record({
  id: fc.constantFrom(...ids),
  name: fc.constantFrom("n", "m"),
  // Addresses and tags are often the same, so that many uploads change only the name. For such uploads, memberships are
  // not computed again.
  ips: fc.oneof(fc.constant(["10.0.0.1"]), fc.uniqueArray(ip, { maxLength: 2 })),
  tags: fc.oneof(fc.constant({ env: "x" }), fc.dictionary(fc.constant("env"), value, { maxKeys: 1 })),
});
const condition = fc.oneof(
  fc.record({ tags: fc.tuple(fc.record({ key: fc.constant("ENV"), value: fc.option(value) })) }),
  fc.record({ cidrs: fc.tuple(fc.constantFrom("10.0.0.0/16", "2001:db8::/32", "10.0.0.0/8")), clip: fc.boolean() }),
);
const edit = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("save" as const), group: fc.constantFrom("g", "h"), filter: condition }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), group: fc.constantFrom("g", "h") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("release" as const), group: fc.constantFrom("g", "h") }) },
);

class Crash extends Error {}

test("every group ends up with what its filter selects", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(sent, { minLength: 1, maxLength: 4 }),
      fc.tuple(condition, condition),
      fc.array(fc.array(sent, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
      fc.array(edit, { maxLength: 3 }),
      fc.array(fc.record({ run: fc.constantFrom("e", "f"), items: fc.array(sent, { minLength: 1, maxLength: 2 }) }), {
        maxLength: 2,
      }),
      fc.infiniteStream(fc.nat(19)),
      async (scheduler, first, filters, uploads, edits, swept, chance) => {
        let live = false;
        let clock = Date.parse("2026-01-01T00:00:00Z");
        const now = () => new Date(clock++);
        /** The clock of another process, which is slightly ahead. */
        const ahead = () => new Date(clock++ + 5_000);
        const elapsedMs = () => clock;
        /**
         * Wraps a store so that the scheduler decides when each call of the store runs. If `mayCrash` is true, some
         * calls fail, either before or after they take effect.
         */
        const slow = <Port extends object>(port: Port, mayCrash: boolean): Port =>
          new Proxy(port, {
            get(target, name, receiver) {
              const method: unknown = Reflect.get(target, name, receiver);
              if (typeof method !== "function") return method;
              return (...given: unknown[]) => {
                const result: unknown = method.call.bind(method, target, ...given);
                const call = result as () => unknown;
                if (!live) return call();
                const crashes = mayCrash && chance.next().value === 0;
                // Sometimes a call is delayed for so long that other calls complete before it.
                const delay = chance.next().value === 1 ? 5 * (chance.next().value + 1) : 0;
                const turn = async () => {
                  for (let left = delay; left >= 0; left -= 1)
                    await scheduler.schedule(Promise.resolve(), String(name));
                };
                if (String(name).match(/^(readMemberAddresses|search|removeUnseen)$/))
                  return (async function* () {
                    await turn();
                    for await (const one of call() as AsyncIterable<unknown>) {
                      yield one;
                      await scheduler.schedule(Promise.resolve(), `${String(name)} goes on`);
                    }
                  })();
                return turn().then(async () => {
                  if (crashes && chance.next().value < 10) throw new Crash("before");
                  const answer = await call();
                  if (crashes) throw new Crash("after");
                  return answer;
                });
              };
            },
          });

        const stores = createInMemoryItems();
        const groupStore = createInMemoryGroupStore();
        const lists = createInMemoryAddressListStore();
        const { itemIndex, groupIndex, clear } = createInMemoryIndexes();
        const connectors = createInMemoryConnectorStore();
        const runs = createInMemoryDiscoveryRunStore();
        const connector = aConnector("cloud");
        await connectors.insert(connector, "");

        const background = {
          memberships: slow(stores.memberships, true),
          groups: slow(groupStore, true),
          addressLists: slow(lists, true),
          itemIndex: slow(itemIndex, true),
          groupIndex: slow(groupIndex, true),
        };
        const prepare = async () => {
          await background.groupIndex.prepare(() => listFilters({ groups: groupStore }));
          await background.itemIndex.prepare(() => background.memberships.reopenAll(now()));
        };
        const recentlyWritten = createRecentlyWrittenItems(now);
        const working: Promise<unknown>[] = [];
        const signal = new AbortController().signal;
        const projecting = {
          ...background,
          refresh: async (uuids: readonly string[]) => uuids.forEach(refresh),
          unsearchable: () => undefined,
          openItems: createOpenItems({ memberships: background.memberships, elapsedMs }),
          recentlyWritten,
          now,
        };
        async function projectUpTo(until: Date, openItems: OpenItems = projecting.openItems): Promise<void> {
          do await prepare();
          while ((await projectItems({ ...projecting, openItems }, until)) > 0);
        }
        async function refreshNow(uuid: string): Promise<void> {
          await prepare();
          const needs = { ...background, projectUpTo: (until: Date) => projectUpTo(until), held: () => undefined, now };
          while ((await refreshGroup(needs, uuid, signal)) === "again");
        }
        function refresh(uuid: string): void {
          // Every second job is lost.
          if (live && chance.next().value % 2 === 0) working.push(refreshNow(uuid).catch(forgiveCrash));
        }

        const front = {
          items: slow(stores.items, false),
          groups: slow(groupStore, false),
          addressLists: slow(lists, false),
        };
        /** Contains, for each item, the number of the newest run that had an accepted upload of the item. */
        const taken = new Map<string, number>();
        /** The names that each run sent for each item. */
        const said = new Map<string, (string | null)[]>();
        const upload = async (items: readonly (typeof first)[number][], discoveryId = "d") => {
          const body = {
            discoveryId,
            items: items.map((one) => ({ accountId: "acc", region: "eu", type: "vm", ...one })),
          };
          // About every third call does not cache the items, so that they must be read from the database.
          const noteInserted = (written: readonly OpenedItem[]) =>
            chance.next().value % 3 > 0 && recentlyWritten.add(written);
          const needs = {
            connectors,
            runs,
            items: front.items,
            now: ahead,
            noteInserted,
            changed: () => undefined,
            ...unordered,
          };
          const result = await uploadItems(needs, connector, body);
          // A clean-up may have closed the run.
          if (discoveryId === "d") expect(result.ok).toBe(true);
          const run = await runs.find(connector.uuid, discoveryId);
          for (const { id, name } of run ? items : []) {
            const key = `${run?.sequence} ${id}`;
            said.set(key, [...(said.get(key) ?? []), name]);
          }
          if (!result.ok || !run) return;
          const refused = new Set(result.answer.rejected.map(({ index }) => index));
          for (const [index, { id }] of items.entries())
            if (!refused.has(index)) taken.set(id, Math.max(taken.get(id) ?? 0, run.sequence));
        };
        const removals = slow(stores.removals, true);
        const cleanUp = async (discoveryId: string) => {
          const needs = { removals, runs, now, changed: () => undefined };
          await cleanUpItems(needs, connector, { discoveryId, force: true }).catch(forgiveCrash);
        };
        const refreshLater = async (uuids: readonly string[]) => uuids.forEach(refresh);
        const clean = (uuid: string) => refreshNow(uuid).catch(forgiveCrash);
        const pause = async () => {
          clock += 5_000;
        };
        const newUuid = () => `uuid-${clock++}`;
        const change = async (one: (typeof edits)[number]) => {
          if (one.kind === "release") {
            await releaseGroupChange({ ...front, now }, one.group);
            return;
          }
          if (one.kind === "delete") {
            const feedTokens = createInMemoryFeedTokenStore();
            const needs = { groups: front.groups, feedTokens, refresh: refreshLater, now };
            await deleteGroup({ ...needs, boundariesNaming: async () => [] }, one.group, "ada", false);
            return;
          }
          const needs = { groups: front.groups, groupIndex, refresh: refreshLater, clean, newUuid, now, pause };
          const input = { id: one.group, name: "n", filter: one.filter };
          expect((await saveGroup(needs, input, { expectedRevision: null, by: "ada" })).ok).toBe(true);
        };
        const inAnHour = () => new Date(clock + 3_600_000);
        const settle = async () => {
          const later = () => new Date(clock + 7_200_000);
          for (;;) {
            await groupStore.wantAnnounced(later(), later(), inAnHour());
            await projectUpTo(later(), createOpenItems({ memberships: stores.memberships, elapsedMs }));
            const open = await groupStore.listOpen(later(), 100);
            if (open.length === 0) return;
            for (const uuid of open) await refreshNow(uuid);
          }
        };
        const inTurn = async <One>(list: readonly One[], work: (one: One, place: number) => Promise<void>) => {
          for (const [place, one] of list.entries()) await work(one, place);
        };
        const rounds = Array.from({ length: 5 });
        const projector = (clockOf: () => Date) => inTurn(rounds, () => projectUpTo(clockOf()).catch(forgiveCrash));
        const sweeper = () =>
          inTurn(rounds, async () => {
            await scheduler.schedule(Promise.resolve(), "sweep");
            // The announcement of a slow process also expires.
            await background.groups.wantAnnounced(now(), now(), inAnHour()).catch(forgiveCrash);
            for (const uuid of await groupStore.listOpen(now(), 10)) await refreshNow(uuid).catch(forgiveCrash);
          });

        await upload(first);
        await inTurn(filters, (filter, place) => change({ kind: "save", group: place === 0 ? "g" : "h", filter }));
        await settle();

        live = true;
        const actors = [
          inTurn(uploads, (items, place) => upload(items, place % 2 === 0 ? "d" : "e")),
          inTurn(swept, async ({ run, items }) => {
            await upload(items, run);
            await cleanUp(run);
          }),
          inTurn(edits, change),
          projector(now),
          projector(ahead),
          sweeper(),
          sweeper(),
        ];
        if (chance.next().value < 2)
          actors.push(scheduler.schedule(Promise.resolve(), "the index is lost").then(clear));
        await scheduler.waitIdle();
        await Promise.all(actors);
        await scheduler.waitIdle();
        await Promise.all(working);

        live = false;
        const unfinished = { removals: stores.removals, runs, now, changed: () => undefined };
        const everyRun = await runs.listNewer(connector.uuid, 0, 10);
        for (const run of everyRun.filter(({ closedAt }) => closedAt)) {
          await finishCleanUp(unfinished, run, new Date(clock + 60_000));
          expect(await stores.removals.count(run)).toMatchObject({ unseen: 0 });
        }
        await settle();
        const items = await stores.items.read(
          ids.map((id) => itemIdOf({ accountId: "acc", region: "eu", type: "vm", id })),
        );
        for (const [id, sequence] of taken) {
          const itemId = itemIdOf({ accountId: "acc", region: "eu", type: "vm", id });
          const head = (await stores.items.readHeads([itemId])).get(itemId);
          // An item is removed only by a run that is newer than the last run that saw the item.
          expect(head?.runSequence).toBeGreaterThanOrEqual(head?.removed ? sequence + 1 : sequence);
          const item = items.get(itemId);
          // The stored name of the item is one of the names that the run `runSequence` sent for the item. This is the
          // last run that saw the item.
          if (item) expect(said.get(`${head?.runSequence} ${id}`)).toContain(item.name);
        }
        await itemIndex.refresh();
        const indexed = (await collect(itemIndex.search(aFilter({ types: ["vm"] })))).flat();
        expect(indexed.map(({ itemId, rev }) => `${itemId} ${rev}`).sort()).toEqual(
          [...items.values()].map(({ itemId, rev }) => `${itemId} ${rev}`).sort(),
        );
        for (const group of await groupStore.list(undefined, 10)) {
          expect(isReady(group)).toBe(true);
          const expected = [...items.values()].filter((item) => matcherOf(group.filter).matches(item));
          const membership = membershipOf(group.uuid, group.filterRevision);
          const members = [...items.values()].filter((item) => item.memberships.includes(membership));
          expect(members.map((item) => item.key.id)).toEqual(expected.map((item) => item.key.id));
          const { hash, cidrs } = addressListOf(expected.flatMap((item) => membersOf(group.filter, item.ips)));
          const computed = { hash, memberCount: expected.length, addressCount: cidrs.length };
          expect((await lists.readByHash(hash, 0))?.cidrs).toEqual(cidrs);
          if (group.held) {
            expect(group.held).toMatchObject(computed);
            const served = (await lists.readByHash(group.members?.hash ?? "", 0))?.cidrs ?? [];
            const wide = addressSetOfTexts(cidrs.filter(isWide));
            expect(isMassChange(addressSetOfTexts(served), addressSetOfTexts(cidrs), wide)).toBe(true);
            const released = await releaseGroupChange({ groups: groupStore, addressLists: lists, now }, group.id);
            expect(released).toMatchObject({ ok: true, group: { members: computed, held: null } });
            expect((await lists.readByHash(hash, 0))?.cidrs).toEqual(cidrs);
          } else expect(group.members).toMatchObject(computed);
        }
      },
    ),
    { numRuns: Number(process.env.INTERLEAVING_RUNS ?? 200) },
  );
});

function membersOf(filter: GroupFilter, ips: readonly string[]): readonly string[] {
  return matcherOf(filter).membersOf(ips);
}

function forgiveCrash(error: unknown): void {
  if (error instanceof Crash || (error instanceof Error && error.message === "the index is unavailable")) return;
  throw error;
}
