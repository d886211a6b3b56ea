import type { ItemTag } from "../item.ts";

const word = { type: "keyword", normalizer: "lower_case" };
const searchedWord = { ...word, copy_to: "all_text" };

const analysis = {
  normalizer: { lower_case: { type: "custom", filter: ["lowercase"] } },
  analyzer: { words: { type: "custom", tokenizer: "standard", filter: ["lowercase"] } },
};

/** Fields that filters of groups ask; the same in both indexes. */
const selected = {
  accountId: searchedWord,
  region: searchedWord,
  type: searchedWord,
  tags: searchedWord,
  ip: { type: "ip_range" },
};

/** One index of items: one shard holds about ten million of them. */
export const itemsIndex = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: "0-1",
    refresh_interval: "1s",
    max_result_window: 10_000,
    // How long the engine remembers the version of what was taken out: longer than any write may be late.
    gc_deletes: "1h",
    query: { default_field: ["all_text"] },
    analysis,
  },
  mappings: {
    dynamic: false,
    properties: {
      ...selected,
      all_text: { type: "text", analyzer: "words", norms: false },
      itemId: { type: "keyword" },
      id: searchedWord,
      cloudAccountId: searchedWord,
      typeName: searchedWord,
      name: searchedWord,
      hostname: searchedWord,
      macAddress: searchedWord,
      vendor: searchedWord,
      ips: searchedWord,
      connectorId: searchedWord,
      firstSeenAt: { type: "date" },
      lastSeenAt: { type: "date" },
      lastChangedAt: { type: "date" },
    },
  },
};

/** One index of filters. */
export const groupsIndex = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: "0-1",
    refresh_interval: "1s",
    max_result_window: 10_000,
    analysis,
  },
  mappings: {
    dynamic: false,
    properties: {
      ...selected,
      all_text: { type: "text", analyzer: "words", norms: false },
      query: { type: "percolator" },
      groupUuid: { type: "keyword" },
    },
  },
};

/** Tags as words of the index: each key alone, and each key with its value. */
export function tagWords(tags: readonly ItemTag[]): string[] {
  return tags.flatMap(({ key, value }) => [tagWord(key), tagWord(key, value)]);
}

/** A key that holds "=" may read like another key with a value: whoever asks decides by the item itself. */
export function tagWord(key: string, value?: string): string {
  return value === undefined ? key : `${key}=${value}`;
}

/** Ranges of addresses are written with their prefix. */
export function rangeText(ip: string): string {
  if (ip.includes("/")) return ip;
  return ip.includes(":") ? `${ip}/128` : `${ip}/32`;
}
