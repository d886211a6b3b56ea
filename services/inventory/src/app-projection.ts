import { addressesChanged } from "@network-access/service-contracts/addresses-changed";
import { createJobHandler } from "@network-access/service-runtime/job-handler";
import { createJobSender } from "@network-access/service-runtime/job-sender";
import type { Logger } from "@network-access/service-runtime/logger";
import { collectedGauge, counter } from "@network-access/service-runtime/metrics";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { InventoryStores } from "./app-stores.ts";
import type { Config } from "./config.ts";
import type { Group } from "./groups/group.ts";
import { createRecentlyWrittenItems } from "./items/recently-written-items.ts";
import { createRefreshGroupHandler, refreshGroupJob } from "./jobs/refresh-group-jobs.ts";
import { createRefreshPace } from "./members/pace-refreshes.ts";
import { reconcileGroups } from "./members/reconcile-groups.ts";
import { refreshGroup } from "./members/refresh-group.ts";
import { createOpenSearchClient } from "./opensearch/opensearch-client.ts";
import { createIndexLag } from "./projection/index-lag.ts";
import { listFilters } from "./projection/list-filters.ts";
import { createOpenItems } from "./projection/open-items.ts";
import { PROJECTION_BATCH, projectItems } from "./projection/project-items.ts";
import { createProjector } from "./projection/projector.ts";
import type { ItemQuestion } from "./search/item-search.ts";
import { createOpenSearchItemSearch } from "./search/opensearch-item-search.ts";
import { createOpenSearchGroupIndex } from "./search-index/opensearch-group-index.ts";
import { createOpenSearchItemIndex, itemsAlias } from "./search-index/opensearch-item-index.ts";

const unsearchableItems = counter({
  name: "inventory_unsearchable_items_total",
  help: "Items the index refused for good",
});

const unsearchableNow = collectedGauge({
  name: "inventory_items",
  help: "Items in a state to look at",
  label: "state",
});
const indexLagSeconds = collectedGauge({
  name: "inventory_index_lag_seconds",
  help: "How long the oldest change of the record waits for the index",
  label: "index",
});

const heldChanges = counter({
  name: "inventory_group_changes_held_total",
  help: "Mass changes of groups that began to wait for a person",
});
const groupsByState = collectedGauge({
  name: "inventory_groups",
  help: "Groups in a state to look at",
  label: "state",
});

/** The engine shows what was written as often by itself. */
const SHOW_EVERY_MS = 1_000;

/** What follows the record: the index, and the members of groups. */
export function assembleProjection(
  config: Config,
  logger: Logger,
  { memberships, groups, addressLists }: Pick<InventoryStores, "memberships" | "groups" | "addressLists">,
) {
  const now = () => new Date();
  const openSearch = createOpenSearchClient(config.OPENSEARCH_URL);
  const outdated = (index: string) =>
    logger.warn({ index }, "the index was made by another release; `npm run inventory -- rebuild` makes it anew");
  const alias = itemsAlias(openSearch, config.INDEX_PREFIX, outdated);
  const itemIndex = createOpenSearchItemIndex(openSearch, config.INDEX_PREFIX, alias);
  const itemSearch = createOpenSearchItemSearch(alias, { atOnce: config.MAX_CONCURRENT_SEARCHES });
  const groupIndex = createOpenSearchGroupIndex(openSearch, config.INDEX_PREFIX, outdated);
  const openItems = createOpenItems({ memberships, elapsedMs: () => performance.now() });
  const indexLag = createIndexLag({ openItems, now });

  const jobs = { redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX, logger };
  const sender = createJobSender(refreshGroupJob, { ...jobs, keepLastIfActive: true });
  const refresh = async (groupUuids: readonly string[]) => {
    await Promise.all(groupUuids.map((groupUuid) => sender.send({ groupUuid })));
  };

  const pace = createRefreshPace({ refresh, now });
  const addressesSender = createJobSender(addressesChanged, { ...jobs, keepLastIfActive: true });
  /** Tells whoever judges by addresses that some may have changed; a word that is lost costs time only. */
  const notifyAddressesChanged = async () => {
    await addressesSender.send({});
  };

  const prepareIndexes = async () => {
    await groupIndex.prepare(() => listFilters({ groups }));
    await itemIndex.prepare(() => memberships.reopenAll(now()));
  };
  const unsearchable = (itemId: string, reason: string) => {
    unsearchableItems.inc();
    logger.error({ itemId, reason }, "an item can't be searched");
  };
  const handed = createRecentlyWrittenItems(now);
  const projection = {
    memberships,
    openItems,
    groups,
    itemIndex,
    groupIndex,
    handed,
    refresh: pace.refresh,
    unsearchable,
    now,
  };
  let shownAt = 0;
  /** What was written last can be found at once instead of within the engine's next second. */
  const show = () => {
    const at = now().getTime();
    if (at - shownAt < SHOW_EVERY_MS) return;
    shownAt = at;
    void itemIndex.refresh().catch(() => undefined);
  };
  const projector = createProjector({
    prepare: prepareIndexes,
    async project(until) {
      const looked = await projectItems(projection, until);
      pace.load(looked === PROJECTION_BATCH);
      return looked;
    },
    caughtUp: show,
    logger,
    now,
  });
  const { projectUpTo } = projector;
  const held = ({ id, uuid }: Group) => {
    heldChanges.inc();
    logger.warn({ groupId: id, groupUuid: uuid }, "a mass change of a group waits to be released");
  };
  const refreshing = { groups, memberships, addressLists, itemIndex, groupIndex, projectUpTo, held, now };
  const refreshNow = async (uuid: string, signal: AbortSignal) => {
    await prepareIndexes();
    const outcome = await refreshGroup(refreshing, uuid, signal);
    await notifyAddressesChanged();
    return outcome;
  };
  const handler = createJobHandler(refreshGroupJob, createRefreshGroupHandler(refreshNow, pace), {
    ...jobs,
    concurrency: config.GROUP_CONCURRENCY,
  });
  const sweeper = createPeriodic({
    name: "reconcile groups",
    everyMs: 2_000,
    task: () => reconcileGroups({ groups, refresh: pace.refresh, now }),
    logger,
  });

  const watch = {
    name: "figures of groups",
    start: () => void groupsByState.set("held", () => groups.countHeld().catch(() => undefined)),
    stop: () => void groupsByState.delete("held"),
  };

  const watchItems = {
    name: "figures of items",
    start() {
      unsearchableNow.set("unsearchable", () => memberships.countUnsearchable().catch(() => undefined));
      indexLagSeconds.set("items", async () => {
        const since = await indexLag().catch(() => undefined);
        return since ? (now().getTime() - since.getTime()) / 1_000 : 0;
      });
    },
    stop() {
      unsearchableNow.delete("unsearchable");
      indexLagSeconds.delete("items");
    },
  };

  const checkedIndex = {
    async check(filter: Parameters<typeof groupIndex.check>[0]) {
      await prepareIndexes();
      return groupIndex.check(filter);
    },
  };
  const clean = async (uuid: string) => {
    await refreshNow(uuid, AbortSignal.timeout(5_000));
  };
  return {
    itemIndex,
    /** The index of items, made first where there is none. */
    itemSearch: {
      async search(question: ItemQuestion) {
        await prepareIndexes();
        return itemSearch.search(question);
      },
      async countTypes() {
        await prepareIndexes();
        return itemSearch.countTypes();
      },
    },
    /** The index of filters, made first where there is none. */
    groupIndex: checkedIndex,
    refresh,
    clean,
    notifyAddressesChanged,
    /** New items as they were just written to the record. */
    handOver: handed.give,
    /** Items in the record are others now, and wait to be projected. */
    changed() {
      projector.wake();
      void notifyAddressesChanged();
    },
    /** Since when the index lacks something that the record has. */
    indexLag,
    parts: [
      { name: "index client", start: () => undefined, stop: () => openSearch.stop() },
      sender,
      addressesSender,
      pace,
      projector,
      handler,
      sweeper,
      watch,
      watchItems,
    ],
  };
}
