import { setImmediate } from "node:timers/promises";
import { fieldErrors } from "@network-access/firewall-rules/field-error";
import { DeadlineExceeded, withDeadline } from "@network-access/service-runtime/deadline";
import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import {
  type AddressSet,
  cidrCount,
  cidrPages,
  noAddresses,
  subtract,
  toCidrs,
} from "@network-access/traffic-sets/address-set";
import { readAddresses } from "../addresses/address-list.ts";
import { type AddressListStore, CHUNK_SIZE } from "../addresses/address-list-store.ts";
import { createAddressCollector } from "../addresses/collect-addresses.ts";
import { type GroupFilter, matcherOf } from "../items/group-filter.ts";
import type { ItemOutline } from "../items/item.ts";
import type { ItemStore } from "../items/item-store.ts";
import type { GroupIndex } from "../search-index/group-index.ts";
import type { ItemIndex } from "../search-index/item-index.ts";
import type { GroupStore } from "./group-store.ts";
import { bitsBeyondUsual } from "./mass-change-limits.ts";
import { type GroupInput, parseGroupFilter } from "./parse-group.ts";

const SAMPLE = 20;
const MOST_LISTED = 1_000;
/**
 * The deadline of a preview in milliseconds. It is shorter than the gateway's deadline, so that the caller gets this
 * service's error message instead of the gateway's.
 */
const LONGEST_MS = 8_000;

/** The members that a filter would select now. */
export interface GroupPreview {
  readonly memberCount: number;
  readonly addressCount: number;
  readonly sample: readonly ItemOutline[];
  readonly largestCidr: string | null;
  readonly addedCount: number;
  readonly removedCount: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

interface Needs {
  readonly groups: Pick<GroupStore, "find">;
  readonly items: Pick<ItemStore, "readOutlines">;
  readonly addressLists: Pick<AddressListStore, "readByHash">;
  readonly itemIndex: Pick<ItemIndex, "refresh" | "search">;
  readonly groupIndex: Pick<GroupIndex, "check">;
  /** The default is {@link LONGEST_MS}. */
  readonly longestMs?: number;
}

type Previewed =
  | { readonly ok: true; readonly preview: GroupPreview }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Computes the members that a group with this filter would have. If `groupId` is not null, also compares them with the
 * members that this group currently serves. Selects items in the same way as for a saved group. Stores nothing.
 */
export async function previewGroup(
  needs: Needs,
  { filter: input, groupId }: { readonly filter: GroupInput["filter"]; readonly groupId: string | null },
): Promise<Previewed> {
  const errors = fieldErrors();
  const filter = parseGroupFilter(errors, "filter", input);
  if (!errors.empty) return refuse({ kind: "invalid-input", fields: errors.all() });
  const group = groupId === null ? undefined : await needs.groups.find(groupId);
  if (groupId !== null && (!group || group.deletedAt))
    return refuse({ kind: "not-found", message: `there is no group "${groupId}"` });
  const problem = await needs.groupIndex.check(filter);
  if (problem !== undefined) return refuse(invalidInput("filter", problem));
  const ms = needs.longestMs ?? LONGEST_MS;
  try {
    const served = group?.members?.hash;
    const work = (signal: AbortSignal) => computePreview(needs, filter, served, signal);
    return { ok: true, preview: await withDeadline("a preview", ms, work) };
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    const message = `the filter selects more than can be previewed in ${ms / 1_000} seconds; narrow it and preview its parts`;
    return refuse({ kind: "timeout", message });
  }
}

async function computePreview(
  needs: Needs,
  filter: GroupFilter,
  served: string | undefined,
  signal: AbortSignal,
): Promise<GroupPreview> {
  const { itemIds, memberCount, addresses } = await select(needs, filter, signal);
  const before = served === undefined ? noAddresses : await readAddresses(needs.addressLists, served);
  signal.throwIfAborted();
  const added = subtract(addresses, before);
  const removed = subtract(before, addresses);
  const found = await needs.items.readOutlines(itemIds);
  return {
    memberCount,
    addressCount: cidrCount(addresses),
    sample: itemIds.flatMap((itemId) => found.get(itemId) ?? []),
    largestCidr: await largestOf(addresses, signal),
    addedCount: cidrCount(added),
    removedCount: cidrCount(removed),
    added: toCidrs(added, MOST_LISTED),
    removed: toCidrs(removed, MOST_LISTED),
  };
}

async function select({ itemIndex }: Needs, filter: GroupFilter, signal: AbortSignal) {
  const { membersOf } = matcherOf(filter);
  const collector = createAddressCollector();
  const itemIds: string[] = [];
  let memberCount = 0;
  await itemIndex.refresh();
  for await (const page of itemIndex.search(filter)) {
    signal.throwIfAborted();
    for (const item of page) {
      memberCount += 1;
      if (itemIds.length < SAMPLE) itemIds.push(item.itemId);
      for (const ip of membersOf(item.ips)) collector.add(ip);
    }
  }
  return { itemIds, memberCount, addresses: collector.collected() };
}

/**
 * Returns the CIDR with the highest `bitsBeyondUsual`, or null if there are no addresses. For example, a /8 of IPv4 is
 * 8 bits wider than the usual /16, but a /48 of IPv6 is no wider than the usual /48.
 */
async function largestOf(addresses: AddressSet, signal: AbortSignal): Promise<string | null> {
  let largest: string | null = null;
  for (const page of cidrPages(addresses, CHUNK_SIZE)) {
    for (const cidr of page) if (largest === null || bitsBeyondUsual(cidr) > bitsBeyondUsual(largest)) largest = cidr;
    await setImmediate();
    signal.throwIfAborted();
  }
  return largest;
}

function refuse(failure: Failure): Previewed {
  return { ok: false, failure };
}
