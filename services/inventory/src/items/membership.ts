/**
 * That an item belongs to a group by one filter of it, as one text in the item's record. Another filter is another
 * membership, so that whoever is late with an older filter never mixes with the newer one.
 */
export function membershipOf(groupUuid: string, filterRevision: number): string {
  return `${groupUuid}/${filterRevision}`;
}

/** Reads what {@link membershipOf} wrote. */
export function readMembership(membership: string): { readonly groupUuid: string; readonly filterRevision: number } {
  const slash = membership.lastIndexOf("/");
  return { groupUuid: membership.slice(0, slash), filterRevision: Number(membership.slice(slash + 1)) };
}
