import { endsOf, parseAddressRange, withoutMapped } from "@network-access/traffic-sets/address-ranges";

const word = { type: "keyword", normalizer: "lower_case" };
const searchedWord = { ...word, copy_to: "all_text" };
/**
 * A field whose terms are indexed in lower case. Its subfield `exact` has the text as it was uploaded. The list of the
 * items' types is made from the subfields `exact`.
 */
const shownWord = { ...searchedWord, fields: { exact: { type: "keyword", index: false } } };

const normalizer = { lower_case: { type: "custom", filter: ["lowercase"] } };

/** Splits words at every character that is neither a letter nor a digit. */
const parts = {
  type: "word_delimiter_graph",
  split_on_case_change: false,
  split_on_numerics: false,
  stem_english_possessive: false,
};

/**
 * Configures how OpenSearch converts texts to search terms. The text `web-prod-01` is indexed as a whole, for queries
 * with wildcards. It is also indexed as the parts `web`, `prod` and `01`, for queries of words and phrases. A query for
 * `web-prod-01` searches for the phrase of these three parts.
 */
const analysis = {
  normalizer,
  tokenizer: { between_spaces: { type: "whitespace", max_token_length: 2_048 } },
  filter: { whole_and_parts: { ...parts, preserve_original: true }, parts },
  analyzer: {
    written: { type: "custom", tokenizer: "between_spaces", filter: ["whole_and_parts", "flatten_graph", "lowercase"] },
    asked: { type: "custom", tokenizer: "between_spaces", filter: ["parts", "lowercase"] },
  },
};

/** Fields that group filters query. */
const selected = { accountId: word, region: word, type: word, tags: word, ip: { type: "ip_range" } };

/** A search counts at most this many matches, and OpenSearch refuses pages beyond this number. */
export const RESULT_WINDOW = 10_000;

/** The index of items. One shard has room for about ten million items. */
export const itemsIndex = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: "0-1",
    refresh_interval: "1s",
    max_result_window: RESULT_WINDOW,
    // How long OpenSearch remembers the version of a deleted document. During this time, it refuses writes of older
    // versions. A write can arrive later than this only if its projector was suspended before the write.
    gc_deletes: "1h",
    query: { default_field: ["all_text"] },
    analysis,
  },
  mappings: {
    dynamic: false,
    properties: {
      all_text: { type: "text", analyzer: "written", search_analyzer: "asked", norms: false },
      itemId: { type: "keyword" },
      // Pages are sorted by this field. It contains the four parts of the item's key in their original case.
      key: { type: "keyword", index: false },
      accountId: searchedWord,
      region: searchedWord,
      type: shownWord,
      id: searchedWord,
      tags: searchedWord,
      ip: selected.ip,
      cloudAccountId: searchedWord,
      typeName: shownWord,
      name: searchedWord,
      hostname: searchedWord,
      macAddress: searchedWord,
      vendor: searchedWord,
      ips: searchedWord,
      connectorId: searchedWord,
      connectorUuid: { type: "keyword" },
      firstSeenAt: { type: "date" },
      lastSeenAt: { type: "date" },
      lastChangedAt: { type: "date" },
    },
  },
};

/** The index of group filters. */
export const groupsIndex = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: "0-1",
    refresh_interval: "1s",
    max_result_window: 10_000,
    analysis: { normalizer },
  },
  mappings: {
    dynamic: false,
    properties: {
      ...selected,
      query: { type: "percolator" },
      groupUuid: { type: "keyword" },
    },
  },
};

/**
 * Returns an address or CIDR as ranges for the index. The index stores IPv4 addresses as IPv6 addresses in one block.
 * This block is left out of the ranges of an IPv6 CIDR, so the CIDR may become two ranges.
 */
export function rangesOf(ip: string): readonly (string | object)[] {
  if (!ip.includes(":")) return [ip.includes("/") ? ip : `${ip}/32`];
  if (!ip.includes("/")) return [`${ip}/128`];
  const read = parseAddressRange(ip);
  if (!read.ok) throw new RangeError(read.problem);
  return withoutMapped(read.range).map((range) => {
    const [gte, lte] = endsOf(range);
    return { gte, lte };
  });
}
