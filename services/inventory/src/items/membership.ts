/**
 * Returns the membership of an item in a group, as it is stored in the item's document. Each revision of the group's
 * filter has its own memberships, so a late write for an older filter never adds an item to the result of the newer
 * filter.
 */
export function membershipOf(groupUuid: string, filterRevision: number): string {
  return `${groupUuid}/${filterRevision}`;
}

/** Parses a text that {@link membershipOf} has returned. */
export function readMembership(membership: string): { readonly groupUuid: string; readonly filterRevision: number } {
  const slash = membership.lastIndexOf("/");
  return { groupUuid: membership.slice(0, slash), filterRevision: Number(membership.slice(slash + 1)) };
}
