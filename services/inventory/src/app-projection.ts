import { addressesChanged } from "@network-access/service-contracts/addresses-changed";
import { createJobHandler } from "@network-access/service-runtime/job-handler";
import { createJobSender } from "@network-access/service-runtime/job-sender";
import type { Logger } from "@network-access/service-runtime/logger";
import { collectedGauge, counter } from "@network-access/service-runtime/metrics";
import { createOpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { InventoryStores } from "./app-stores.ts";
import type { Config } from "./config.ts";
import type { Group } from "./groups/group.ts";
import { createRecentlyWrittenItems } from "./items/recently-written-items.ts";
import { createRefreshGroupHandler, refreshGroupJob } from "./jobs/refresh-group-jobs.ts";
import { createRefreshPace } from "./members/pace-refreshes.ts";
import { reconcileGroups } from "./members/reconcile-groups.ts";
import { refreshGroup } from "./members/refresh-group.ts";
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
  help: "Items that the index rejected permanently",
});

const itemsByState = collectedGauge({
  name: "inventory_items",
  help: "Items in a state that needs attention",
  label: "state",
});
const indexLagSeconds = collectedGauge({
  name: "inventory_index_lag_seconds",
  help: "Age of the oldest change that is not in the index yet",
  label: "index",
});

const heldChanges = counter({
  name: "inventory_group_changes_held_total",
  help: "Mass changes of groups that began to wait for approval",
});
const groupsByState = collectedGauge({
  name: "inventory_groups",
  help: "Groups in a state that needs attention",
  label: "state",
});

const feedLagSeconds = collectedGauge({
  name: "inventory_feed_lag_seconds",
  help: "How long the feed that is furthest behind has lacked a change; cause is refresh or held",
  label: "cause",
});

/** The refresh interval of the index. */
const REFRESH_EVERY_MS = 1_000;

/** Assembles the parts that update the search index and the members of groups when the database changes. */
export function assembleProjection(
  config: Config,
  logger: Logger,
  { memberships, groups, addressLists }: Pick<InventoryStores, "memberships" | "groups" | "addressLists">,
) {
  const now = () => new Date();
  const openSearch = createOpenSearchClient(config.openSearch.cluster);
  const outdated = (index: string) =>
    logger.warn({ index }, "another release created the index; run `npm run inventory -- rebuild` to rebuild it");
  const { prefix } = config.openSearch;
  const alias = itemsAlias(openSearch, prefix, outdated);
  const itemIndex = createOpenSearchItemIndex(openSearch, prefix, alias);
  const itemSearch = createOpenSearchItemSearch(alias, { atOnce: config.maxConcurrentSearches });
  const groupIndex = createOpenSearchGroupIndex(openSearch, prefix, outdated);
  const openItems = createOpenItems({ memberships, elapsedMs: () => performance.now() });
  const indexLag = createIndexLag({ openItems, now });

  const jobs = { ...config.jobs, logger };
  const sender = createJobSender(refreshGroupJob, { ...jobs, keepLastIfActive: true });
  const refresh = async (groupUuids: readonly string[]) => {
    await Promise.all(groupUuids.map((groupUuid) => sender.send({ groupUuid })));
  };

  const pace = createRefreshPace({ refresh, now });
  const addressesSender = createJobSender(addressesChanged, { ...jobs, keepLastIfActive: true });
  /**
   * Notifies the evaluator that addresses may have changed. If the notification is lost, the evaluator finds the change
   * in its next periodic scan.
   */
  const notifyAddressesChanged = async () => {
    await addressesSender.send({});
  };

  const prepareIndexes = async () => {
    await groupIndex.prepare(() => listFilters({ groups }));
    await itemIndex.prepare(() => memberships.reopenAll(now()));
  };
  const unsearchable = (itemId: string, reason: string) => {
    unsearchableItems.inc();
    logger.error({ itemId, reason }, "the search index rejected an item");
  };
  const recentlyWritten = createRecentlyWrittenItems(now);
  const projection = {
    memberships,
    openItems,
    groups,
    itemIndex,
    groupIndex,
    recentlyWritten,
    refresh: pace.refresh,
    unsearchable,
    now,
  };
  let refreshedAt = 0;
  /** Makes the latest writes searchable now, unless an earlier call has refreshed the index within the last second. */
  const refreshIndex = () => {
    const at = now().getTime();
    if (at - refreshedAt < REFRESH_EVERY_MS) return;
    refreshedAt = at;
    void itemIndex.refresh().catch(() => undefined);
  };
  const projector = createProjector({
    prepare: prepareIndexes,
    async project(until) {
      const count = await projectItems(projection, until);
      pace.load(count === PROJECTION_BATCH);
      return count;
    },
    caughtUp: refreshIndex,
    logger,
    now,
  });
  const { projectUpTo } = projector;
  const held = ({ id, uuid }: Group) => {
    heldChanges.inc();
    logger.warn({ groupId: id, groupUuid: uuid }, "a mass change of a group is held until it is released");
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
    concurrency: config.groupConcurrency,
    stopMs: config.stopMs,
  });
  const reconciler = createPeriodic({
    name: "reconcile groups",
    everyMs: 2_000,
    task: () => reconcileGroups({ groups, refresh: pace.refresh, now }),
    logger,
  });

  const secondsSince = (since: Date | undefined) =>
    since ? Math.max(0, now().getTime() - since.getTime()) / 1_000 : 0;
  const groupGauges = {
    name: "group gauges",
    start() {
      groupsByState.set("held", groups.countHeld);
      feedLagSeconds.set("refresh", async () => secondsSince(await groups.oldestOpen()));
      feedLagSeconds.set("held", async () => secondsSince(await groups.oldestHeld()));
    },
    stop() {
      groupsByState.delete("held");
      for (const cause of ["refresh", "held"]) feedLagSeconds.delete(cause);
    },
  };

  const itemGauges = {
    name: "item gauges",
    start() {
      itemsByState.set("unsearchable", () => memberships.countUnsearchable());
      indexLagSeconds.set("items", async () => secondsSince(await indexLag()));
    },
    stop() {
      itemsByState.delete("unsearchable");
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
    /**
     * Searches the index of items. If the index is missing, a call first creates it. A call that is the first to notice
     * the loss of the index fails, and the next call creates the index.
     */
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
    /**
     * Checks filters against the index of group filters. If the index is missing, a call first creates it. A call that
     * is the first to notice the loss of the index fails, and the next call creates the index.
     */
    groupIndex: checkedIndex,
    refresh,
    clean,
    notifyAddressesChanged,
    /**
     * Caches newly inserted items. The next projection can then write them to the index without reading them from the
     * database.
     */
    noteInserted: recentlyWritten.add,
    /**
     * Must be called after items were changed. Starts a projection, which updates the index and the groups with the
     * changed items. Notifies the evaluator that addresses may have changed.
     */
    changed() {
      projector.wake();
      void notifyAddressesChanged();
    },
    /**
     * Returns the time of the oldest change in the database that is not yet in the index. Returns undefined if there is
     * no such change.
     */
    indexLag,
    parts: [
      { name: "index client", start: () => undefined, stop: () => openSearch.stop() },
      sender,
      addressesSender,
      pace,
      projector,
      groupGauges,
      itemGauges,
    ],
    work: [handler, reconciler],
  };
}
