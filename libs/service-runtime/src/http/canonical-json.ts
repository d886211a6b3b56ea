import { isExactNumber } from "./exact-json.ts";

/**
 * Returns JSON text with the members of objects in a fixed order, so equal values give equal texts. An exact number
 * (exact-json.ts) keeps its digits as they were written.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? "null";
}

/**
 * Returns a copy of the value in which the members of every object are in a fixed order. JavaScript itself puts names
 * that are whole numbers first, in numeric order. This function inserts the other names in sorted order.
 */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const members = value as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(members).sort()) {
    const member = inOrder(members[name]);
    // Assignment would set the prototype instead of a member.
    if (name === "__proto__") Object.defineProperty(ordered, name, { value: member, enumerable: true });
    else ordered[name] = member;
  }
  return ordered;
}
