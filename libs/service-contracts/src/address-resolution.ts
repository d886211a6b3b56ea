import { z } from "zod";

/** The inventory's internal routes for the current addresses of groups and items. */

/**
 * `POST`: returns one answer for each reference, in the order of the request. A call may have at most 1,000 groups and
 * 1,000 items.
 */
export const resolveAddressesPath = "/internal/addresses/resolve";
/**
 * `GET`: returns one page of the list of addresses with this hash, compressed with gzip. Pages have
 * `ADDRESSES_PER_PAGE` CIDRs and are counted from 0. The CIDRs of a list are minimal and ascending. Each CIDR has its
 * prefix and is on a line of its own. There is no line break after the last line. The status is 404 if no list with
 * this hash is stored, or if the list does not have this page.
 */
export const addressListPath = (hash: string, page: number | string) => `/internal/addresses/lists/${hash}/${page}`;

export const MAX_REFERENCES_PER_CALL = 1_000;
/** The exact size of every page of a list, except the last. */
export const ADDRESSES_PER_PAGE = 100_000;

// A text may have 1,024 characters, and each character has one or two code units.
const text = z.string().min(1).max(2_048);
const ItemKey = z.object({ accountId: text, region: text, type: text, id: text });

export const ResolveAddresses = z.object({
  groupIds: z.array(text).max(MAX_REFERENCES_PER_CALL),
  itemKeys: z.array(ItemKey).max(MAX_REFERENCES_PER_CALL),
});
export type ResolveAddresses = z.infer<typeof ResolveAddresses>;

const known = {
  /**
   * A number that increases whenever the addresses change: `membersRevision` of a group, or `revision` of an item.
   */
  revision: z.int().min(0),
  /** Lower-case hex SHA-256 over the sorted minimal CIDRs, one on each line. Equal addresses have equal hashes. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The number of entries in the list of minimal CIDRs. */
  addressCount: z.int().min(0),
};

/**
 * The outcome for one group. `resolved` means that the addresses are known, even if there are none. `not-ready` means
 * that the addresses are being computed for the first time.
 */
export const GroupAnswer = z.discriminatedUnion("outcome", [
  z.object({ groupId: text, outcome: z.literal("resolved"), ...known }),
  z.object({ groupId: text, outcome: z.enum(["unknown", "not-ready", "failed"]) }),
]);
export type GroupAnswer = z.infer<typeof GroupAnswer>;

/** The outcome for one item. A resolved item has its addresses, at most 1,000, as canonical CIDRs with their prefix. */
export const ItemAnswer = z.discriminatedUnion("outcome", [
  z.object({ itemKey: ItemKey, outcome: z.literal("resolved"), ...known, addresses: z.array(z.string()).max(1_000) }),
  z.object({ itemKey: ItemKey, outcome: z.enum(["unknown", "failed"]) }),
]);
export type ItemAnswer = z.infer<typeof ItemAnswer>;

export const ResolvedAddresses = z.object({ groups: z.array(GroupAnswer), items: z.array(ItemAnswer) });
export type ResolvedAddresses = z.infer<typeof ResolvedAddresses>;
