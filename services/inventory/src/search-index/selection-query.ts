import { formatAddress, parseCidr } from "@network-access/traffic-sets/cidr";
import { type GroupFilter, mergedCidrs, type Selectable, tagConditionsByKey } from "../items/group-filter.ts";
import { tagWord, tagWords } from "../items/tag-word.ts";
import { rangesOf } from "./index-mapping.ts";

type Clause = Readonly<Record<string, unknown>>;

/**
 * Converts a filter to a query that finds every item that the filter selects. The caller must apply the filter to each
 * item that the query finds, because the query may find other items:
 * - The index stores IPv4 addresses in a block of IPv6. A query for an IPv6 CIDR that contains this block finds IPv4
 *   addresses too.
 * - The index stores tags only as terms, and different tags may have the same term.
 */
export function selectionQuery(filter: GroupFilter): Clause {
  const clauses: Clause[] = [];
  const terms = (field: string, texts: readonly string[] | null) => {
    if (texts?.length) clauses.push({ terms: { [field]: texts } });
  };
  terms("type", filter.types);
  terms("accountId", filter.accountIds);
  terms("region", filter.regions);
  for (const [key, values] of tagConditionsByKey(filter))
    terms("tags", values ? [...values].map((value) => tagWord(key, value)) : [tagWord(key)]);
  const cidrs = mergedCidrs(filter);
  if (cidrs) clauses.push({ bool: { should: cidrs.map(withinClause), minimum_should_match: 1 } });
  return { bool: { filter: clauses } };
}

/**
 * Returns clauses that find the items with ambiguous terms. The caller must compare the tags of these items with the
 * filter.
 *
 * A term is ambiguous if two different tags can have it. In an index that an earlier version filled, the tag with the
 * key "a" and the value "b" has the term "a=b", and so has every tag with the key "a=b". A tag with the key "a=b" also
 * has a longer term that contains its value, such as "a=b=c". If the filter contains the key "a" with the value "b",
 * the clause therefore finds items with the prefix "a=b=". If a key or value of the filter contains "=", the clause
 * finds all items that have the term of the key, or of the key with the value.
 */
export function ambiguousTags(filter: GroupFilter): Clause[] {
  const clauses: Clause[] = [];
  for (const [key, values] of tagConditionsByKey(filter)) {
    for (const value of values ?? [undefined]) {
      const word = tagWord(key, value);
      const isPlain = !key.includes("=") && !value?.includes("=");
      if (!isPlain) clauses.push({ term: { tags: word } });
      else if (value !== undefined) clauses.push({ prefix: { tags: `${word}=` } });
    }
  }
  return clauses;
}

/** Returns the fields of an item that the queries of group filters search. */
export function selectedFields({ key, tags, ips }: Selectable) {
  const { accountId, region, type } = key;
  return { accountId, region, type, tags: tagWords(tags), ip: ips.flatMap(rangesOf) };
}

function withinClause(cidr: string): Clause {
  const parsed = parseCidr(cidr);
  if (!parsed.ok) throw new RangeError(parsed.problem);
  const { family, low, high } = parsed.cidr;
  return { range: { ip: { gte: formatAddress(family, low), lte: formatAddress(family, high), relation: "within" } } };
}
