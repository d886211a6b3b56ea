/**
 * Returns the text that an item's document contains for a membership in a group. Each revision of the group's filter
 * has a different text. A late write for an older filter therefore never adds a member for the newer filter.
 */
export function membershipOf(groupUuid: string, filterRevision: number): string {
  return `${groupUuid}/${filterRevision}`;
}

/** Parses a text that {@link membershipOf} has returned. */
export function readMembership(membership: string): { readonly groupUuid: string; readonly filterRevision: number } {
  const slash = membership.lastIndexOf("/");
  return { groupUuid: membership.slice(0, slash), filterRevision: Number(membership.slice(slash + 1)) };
}
