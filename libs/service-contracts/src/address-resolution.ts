import { z } from "zod";

/** Internal routes of the inventory that return the current addresses of groups and items. */

/**
 * `POST` returns one `GroupAnswer` or `ItemAnswer` for each requested group and item, in the order of the request. A
 * call may have at most 1,000 groups and 1,000 items.
 */
export const resolveAddressesPath = "/internal/addresses/resolve";
/**
 * `GET` returns one page of the address list with this hash, compressed with gzip. Pages are counted from 0. Each page
 * except the last has `ADDRESSES_PER_PAGE` CIDRs.
 *
 * The list has as few CIDRs as possible, in ascending order. Each CIDR has a prefix length and is on its own line. The
 * last line of a page has no line break. The status is 404 if no list with this hash is stored, or if the list has no
 * such page.
 */
export const addressListPath = (hash: string, page: number | string) => `/internal/addresses/lists/${hash}/${page}`;

export const MAX_REFERENCES_PER_CALL = 1_000;
/** The number of CIDRs on each page of an address list. Only the last page may have fewer. */
export const ADDRESSES_PER_PAGE = 100_000;

// A text may have 1,024 characters. `max` counts UTF-16 code units, and a character has one or two of them.
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
  /**
   * The SHA-256 hash of a text with one CIDR on each line, as lower-case hex. The text contains as few CIDRs as
   * possible, in ascending order. Equal sets of addresses have equal hashes.
   */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The number of CIDRs in the hashed text, which has as few CIDRs as possible. */
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

/**
 * The result for one item. If `outcome` is `resolved`, `addresses` contains all addresses of the item: at most 1,000
 * canonical CIDRs, each with its prefix length.
 */
export const ItemAnswer = z.discriminatedUnion("outcome", [
  z.object({ itemKey: ItemKey, outcome: z.literal("resolved"), ...known, addresses: z.array(z.string()).max(1_000) }),
  z.object({ itemKey: ItemKey, outcome: z.enum(["unknown", "failed"]) }),
]);
export type ItemAnswer = z.infer<typeof ItemAnswer>;

export const ResolvedAddresses = z.object({ groups: z.array(GroupAnswer), items: z.array(ItemAnswer) });
export type ResolvedAddresses = z.infer<typeof ResolvedAddresses>;
