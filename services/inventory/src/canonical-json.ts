/** JSON text in which members of objects stand in one order, whatever the order they came in: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? "null";
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const members = new Map(Object.entries(value));
  // Made by entries, so that a member named "__proto__" is one like any other.
  return Object.fromEntries([...members.keys()].sort().map((name) => [name, inOrder(members.get(name))]));
}
