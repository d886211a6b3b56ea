import type { Logger } from "@network-access/service-runtime/logger";
import type { InventoryStores } from "./app-stores.ts";
import type { Config } from "./config.ts";
import { admitConsumer } from "./feeds/admit-consumer.ts";
import { createConsumerCache } from "./feeds/consumer-cache.ts";
import { createFeedLists } from "./feeds/feed-lists.ts";
import { readFeed } from "./feeds/read-feed.ts";
import { createFeedRoute } from "./rest/feed-route.ts";

/** Assembles the feeds for firewalls, with the caches from which feeds are served while the database is unavailable. */
export function assembleFeeds(
  config: Config,
  logger: Logger,
  { feedTokens, addressLists }: Pick<InventoryStores, "feedTokens" | "addressLists">,
) {
  const failed = (err: unknown) => logger.warn({ err }, "a feed can't be read from the database");
  const lists = createFeedLists({ addressLists, maxBytes: config.feedMemoryBytes });
  const admitting = { feedTokens, cache: createConsumerCache(), failed, now: () => new Date() };
  return createFeedRoute({
    admitConsumer: (authorization, groupId) => admitConsumer(admitting, authorization, groupId),
    readFeed: (admitted, options) => readFeed({ lists, failed }, admitted, options),
  });
}
