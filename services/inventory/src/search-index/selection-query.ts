import { formatAddress, parseCidr } from "@network-access/traffic-sets/cidr";
import { type GroupFilter, mergedCidrs, type Selectable, tagConditionsByKey } from "../items/group-filter.ts";
import { tagWord, tagWords } from "../items/tag-word.ts";
import { rangesOf } from "./index-mapping.ts";

type Clause = Readonly<Record<string, unknown>>;

/**
 * A filter as a question to the index. It finds every item the filter selects and may find a few others: the index knows
 * IPv4 as a part of IPv6, and tags only as words. Whoever asks decides with the filter itself.
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
 * Finds the items in which words for the filter's tags may come from other tags: "a=b" is the word for a tag "a" with the value
 * "b", and for a tag "a=b", which has a word like "a=b=c" beside it. Only their tags tell.
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

/** What the index has to know of an item to answer such a question. */
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
