/** Returns the name of a chain in the snapshot. The name is unique among the chains of both families. */
export function policyName(family: 4 | 6, table: string, chain: string): string {
  return `${family === 4 ? "ip" : "ip6"} ${table} ${chain}`;
}
