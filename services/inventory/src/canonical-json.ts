/** JSON text in which members of objects stand in order of their names: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}

/** How deeply arrays and objects are nested, without recursion; stops counting above `limit`. */
export function nestingOf(value: unknown, limit: number): number {
  let level: unknown[] = [value];
  let depth = 0;
  while (level.length > 0 && depth <= limit) {
    const inside: unknown[] = [];
    let nested = false;
    for (const one of level) {
      if (typeof one !== "object" || one === null) continue;
      nested = true;
      for (const member of Object.values(one)) if (typeof member === "object" && member !== null) inside.push(member);
    }
    if (nested) depth += 1;
    level = inside;
  }
  return depth;
}
