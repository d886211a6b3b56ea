const secrets: ReadonlySet<string> = new Set(["authorization", "cookie", "password", "secret", "token", "apiKey"]);
const levels = 3;

/**
 * Returns a copy of `members` in which secret values are hidden. A value is secret if its member has the name of a
 * secret, such as `token`. The function checks the top level and two levels below it, but not the contents of lists and
 * errors. If nothing must be hidden, it returns `members` itself, because it runs for every log line and a copy would
 * cost time.
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
