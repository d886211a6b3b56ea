import { isExactNumber } from "@network-access/service-runtime/exact-json";

export const DEEPEST_ATTRIBUTES = 100;

/**
 * Returns the reason why attributes are rejected, or undefined if they can be stored. Visits nested objects level by
 * level instead of recursively, so that deep nesting can't overflow the stack.
 */
export function attributesError(attributes: object): string | undefined {
  let level: object[] = [attributes];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST_ATTRIBUTES) return `is nested deeper than ${DEEPEST_ATTRIBUTES} levels`;
    const inside: object[] = [];
    for (const object of level)
      for (const member of Object.values(object)) {
        const number = isExactNumber(member) ? Number(member.rawJSON) : member;
        if (typeof number === "object" && number !== null) inside.push(number);
        // 1e400 is valid JSON, but nearly every parser would convert it to infinity or null.
        else if (typeof number === "number" && !Number.isFinite(number))
          return "holds a number beyond 1.8e308, which can't be kept; send it in quotes";
      }
    level = inside;
  }
  return undefined;
}
