/** The caller's own header; each subgraph checks it again. */
export function authorizationOf({ authorization }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof authorization === "string" ? authorization : undefined;
}
