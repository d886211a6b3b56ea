/** The closed list of permissions. Each applies to the whole installation. */
export const permissions = [
  "inventory:view",
  "change-request:view",
  "change-request:edit",
  "boundary:view",
  "boundary:edit",
  "group:view",
  "group:edit",
  "connector:manage",
  "integration:manage",
  "estate:view",
  "estate:manage",
  "tool-key:manage",
  "audit:view",
] as const;

export type Permission = (typeof permissions)[number];

const known: ReadonlySet<string> = new Set(permissions);

/**
 * Returns the permissions of a token: the list in the claim `permissions` or, if there is no such claim, the words of
 * `scope`. Unknown words are ignored. A claim `permissions` that is not a list grants nothing.
 */
export function permissionsOf(claims: Readonly<Record<string, unknown>>): ReadonlySet<Permission> {
  return new Set(wordsOf(claims).filter((word): word is Permission => typeof word === "string" && known.has(word)));
}

function wordsOf({ permissions: list, scope }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (list !== undefined) return Array.isArray(list) ? list : [];
  return typeof scope === "string" ? scope.split(" ") : [];
}
