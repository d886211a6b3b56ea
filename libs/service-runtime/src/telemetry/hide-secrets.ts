const secrets: ReadonlySet<string> = new Set(["authorization", "cookie", "password", "secret", "token", "apiKey"]);
const levels = 3;

/**
 * Returns a copy of `members` in which the values of members with the name of a secret, such as `token`, are hidden.
 * Members on the top level and two levels below are checked, except those inside lists and errors. If there is nothing
 * to hide, returns `members` itself without a copy, because this function runs for every log line.
 */
export function hideSecrets(members: Record<string, unknown>, depth = levels): Record<string, unknown> {
  let shown: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    const value = members[name];
    const seen = secrets.has(name) && value !== undefined ? "[hidden]" : hideBelow(value, depth - 1);
    if (seen === value) continue;
    shown ??= { ...members };
    shown[name] = seen;
  }
  return shown ?? members;
}

function hideBelow(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) || value instanceof Error) return value;
  return hideSecrets(value as Record<string, unknown>, depth);
}
