import type { Logger } from "@network-access/service-runtime/logger";
import type { InventoryStores } from "./app-stores.ts";
import type { Config } from "./config.ts";
import { admitConsumer } from "./feeds/admit-consumer.ts";
import { createConsumerMemory } from "./feeds/consumer-memory.ts";
import { createFeedLists } from "./feeds/feed-lists.ts";
import { readFeed } from "./feeds/read-feed.ts";
import { createFeedRoute } from "./rest/feed-route.ts";

/** Feeds for firewalls, with the memory that serves them while the record is away. */
export function assembleFeeds(
  config: Config,
  logger: Logger,
  { feedTokens, addressLists }: Pick<InventoryStores, "feedTokens" | "addressLists">,
) {
  const failed = (err: unknown) => logger.warn({ err }, "a feed can't be read from the record");
  const lists = createFeedLists({ addressLists, maxBytes: config.FEED_MEMORY_BYTES });
  const admitting = { feedTokens, memory: createConsumerMemory(), failed, now: () => new Date() };
  return createFeedRoute({
    admitConsumer: (authorization, groupId) => admitConsumer(admitting, authorization, groupId),
    readFeed: (admitted, options) => readFeed({ lists, failed }, admitted, options),
  });
}
