import { isExactNumber } from "@network-access/service-runtime/exact-json";

export const DEEPEST_ATTRIBUTES = 100;

/** Why raw attributes can't be kept as they were sent; undefined when they can. Walks level by level, so that no depth is too much for it. */
export function attributesError(attributes: object): string | undefined {
  let level: object[] = [attributes];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST_ATTRIBUTES) return `is nested deeper than ${DEEPEST_ATTRIBUTES} levels`;
    const inside: object[] = [];
    for (const one of level)
      for (const member of Object.values(one)) {
        const number = isExactNumber(member) ? Number(member.rawJSON) : member;
        if (typeof number === "object" && number !== null) inside.push(number);
        // 1e400 is JSON, but nearly every reader makes infinity or null of it.
        else if (typeof number === "number" && !Number.isFinite(number))
          return "holds a number beyond 1.8e308, which can't be kept; send it in quotes";
      }
    level = inside;
  }
  return undefined;
}
