const secrets: ReadonlySet<string> = new Set(["authorization", "cookie", "password", "secret", "token", "apiKey"]);
const levels = 3;

/**
 * Hides the values of members that have the name of a secret, such as `token`, on the top level and two levels below.
 * It does not descend into lists and errors. It returns a copy and leaves the input unchanged. If nothing has to be
 * hidden, it makes no copy and returns the input itself, because it runs for every log line.
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
