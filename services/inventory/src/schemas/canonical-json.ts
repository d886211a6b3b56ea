import { isExactNumber } from "@network-access/service-runtime/exact-json";

/**
 * JSON text in which members of objects stand in one order, whatever the order they came in: equal values give equal
 * texts, but for numbers that 64-bit floating point would change, which stay as they were written.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? "null";
}

/** The engine writes names that are whole numbers first, in their order, and then the others as they came in. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const members = value as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(members).sort()) {
    const member = inOrder(members[name]);
    // Assigned, it would be no member.
    if (name === "__proto__") Object.defineProperty(ordered, name, { value: member, enumerable: true });
    else ordered[name] = member;
  }
  return ordered;
}
