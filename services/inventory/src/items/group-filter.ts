import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { type AddressSet, addressSetOfTexts, contains, toCidrs } from "@network-access/traffic-sets/address-set";
import type { ItemTag } from "./item.ts";

/** Requires a tag with this key and this value. If the value is null, the tag may have any value. */
export interface TagCondition {
  readonly key: string;
  readonly value: string | null;
}

/**
 * The conditions that an item must meet to belong to a group. A property that is null or empty sets no condition. The
 * item must meet the conditions of all other properties. It meets a condition if at least one entry of the list
 * matches. In `tags`, at least one entry must match for each key that occurs in the list. Texts are compared without
 * regard to case.
 */
export interface GroupFilter {
  readonly tags: readonly TagCondition[] | null;
  readonly types: readonly string[] | null;
  readonly accountIds: readonly string[] | null;
  readonly regions: readonly string[] | null;
  /**
   * CIDRs in canonical form, each with a prefix length. An item meets this condition if at least one of its addresses
   * is inside the union of the CIDRs.
   */
  readonly cidrs: readonly string[] | null;
  /** If true, an item's addresses become members of the group only if they are inside the CIDRs. */
  readonly clip: boolean;
}

/** The part of an item that a filter reads. */
export interface Selectable {
  readonly key: ItemKey;
  readonly tags: readonly ItemTag[];
  readonly ips: readonly string[];
}

/** A compiled filter. */
export interface GroupMatcher {
  matches(item: Selectable): boolean;
  /** Evaluates only the conditions on tags. */
  hasTags(tags: readonly ItemTag[]): boolean;
  /** Evaluates only the condition on addresses. */
  withinCidrs(ips: readonly string[]): boolean;
  /** The addresses of a matching item that become members. */
  membersOf(ips: readonly string[]): readonly string[];
}

const matchers = new WeakMap<GroupFilter, GroupMatcher>();

/** Returns the matcher of a filter. Compiles each filter object only once, because filters are immutable. */
export function matcherOf(filter: GroupFilter): GroupMatcher {
  const known = matchers.get(filter) ?? makeMatcher(filter);
  matchers.set(filter, known);
  return known;
}

function makeMatcher(filter: GroupFilter): GroupMatcher {
  const types = foldedSet(filter.types);
  const accountIds = foldedSet(filter.accountIds);
  const regions = foldedSet(filter.regions);
  const tags = [...tagConditionsByKey(filter)];
  const area = filter.cidrs?.length ? addressSetOfTexts(filter.cidrs) : undefined;
  const has = (set: ReadonlySet<string> | undefined, text: string) => set === undefined || set.has(foldCase(text));
  const hasTags = (own: readonly ItemTag[]) =>
    tags.every(([wanted, values]) => own.some((tag) => foldCase(tag.key) === wanted && has(values, tag.value)));
  const withinCidrs = (ips: readonly string[]) => area === undefined || ips.some((ip) => isWithin(area, ip));
  return {
    hasTags,
    withinCidrs,
    matches({ key, tags: own, ips }) {
      if (!has(types, key.type) || !has(accountIds, key.accountId) || !has(regions, key.region)) return false;
      return hasTags(own) && withinCidrs(ips);
    },
    membersOf: (ips) => (area && filter.clip ? ips.filter((ip) => isWithin(area, ip)) : ips),
  };
}

/**
 * Returns the accepted values of each tag key. Keys and values are in lower case. Undefined means that every value of
 * the key is accepted.
 */
export function tagConditionsByKey({ tags }: GroupFilter): ReadonlyMap<string, ReadonlySet<string> | undefined> {
  const byKey = new Map<string, Set<string> | undefined>();
  for (const { key, value } of tags ?? []) {
    const folded = foldCase(key);
    const values = byKey.has(folded) ? byKey.get(folded) : new Set<string>();
    byKey.set(folded, value === null || values === undefined ? undefined : values.add(foldCase(value)));
  }
  return byKey;
}

/**
 * Returns the CIDRs of the filter, merged so that any CIDR inside their union is inside one of them. Returns null if
 * the filter has no CIDRs.
 */
export function mergedCidrs({ cidrs }: GroupFilter): readonly string[] | null {
  return cidrs?.length ? toCidrs(addressSetOfTexts(cidrs)) : null;
}

/** Converts a text to lower case character by character, as OpenSearch does. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // A text with U+0130 or U+03A3 is converted one character at a time, because `toLowerCase()` maps U+0130 to two
  // characters, and its result for U+03A3 depends on the neighbouring characters.
  return /[\u0130\u03a3]/.test(text)
    ? [...text].map((character) => (character === "\u0130" ? "i" : character.toLowerCase())).join("")
    : lower;
}

function foldedSet(texts: readonly string[] | null): ReadonlySet<string> | undefined {
  return texts?.length ? new Set(texts.map(foldCase)) : undefined;
}

function isWithin(area: AddressSet, ip: string): boolean {
  return contains(area, addressSetOfTexts([ip]));
}
