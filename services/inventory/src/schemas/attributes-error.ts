export const DEEPEST_ATTRIBUTES = 100;

/** Why raw attributes can't be kept as they were sent; undefined when they can. Walks level by level, so that no depth is too much for it. */
export function attributesError(attributes: object): string | undefined {
  let level: object[] = [attributes];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST_ATTRIBUTES) return `is nested deeper than ${DEEPEST_ATTRIBUTES} levels`;
    const inside: object[] = [];
    for (const one of level)
      for (const member of Object.values(one)) {
        if (typeof member === "object" && member !== null) inside.push(member);
        // 1e400 is JSON, but nothing here can hold it: it would silently become null.
        else if (typeof member === "number" && !Number.isFinite(member))
          return "holds a number beyond 1.8e308, which can't be kept; send it in quotes";
      }
    level = inside;
  }
  return undefined;
}
