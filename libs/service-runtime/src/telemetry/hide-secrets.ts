const secrets: ReadonlySet<string> = new Set(["authorization", "cookie", "password", "secret", "token", "apiKey"]);
const levels = 3;

/**
 * Hides members whose names promise a secret, three levels deep; lists and faults are not gone into. What it is given
 * stays as it was, and comes back itself where nothing had to be hidden: it runs for every line of a log.
 */
export function hideSecrets(members: Record<string, unknown>, deep = levels): Record<string, unknown> {
  let shown: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    const value = members[name];
    const seen = secrets.has(name) && value !== undefined ? "[hidden]" : goInto(value, deep - 1);
    if (seen === value) continue;
    shown ??= { ...members };
    shown[name] = seen;
  }
  return shown ?? members;
}

function goInto(value: unknown, deep: number): unknown {
  if (deep === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) || value instanceof Error) return value;
  return hideSecrets(value as Record<string, unknown>, deep);
}
