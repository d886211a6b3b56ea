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

/** Whether it is a membership of this group, by a filter older than the one of this revision. */
export function isOlder(membership: string, groupUuid: string, filterRevision: number): boolean {
  const read = readMembership(membership);
  return read.groupUuid === groupUuid && read.filterRevision < filterRevision;
}
