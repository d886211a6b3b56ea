/** JSON text in which members of objects stand in one order, whatever the order they came in: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = value as Readonly<Record<string, unknown>>;
  const texts: string[] = [];
  for (const name of Object.keys(members).sort())
    if (members[name] !== undefined) texts.push(`${JSON.stringify(name)}:${canonicalJson(members[name])}`);
  return `{${texts.join(",")}}`;
}
