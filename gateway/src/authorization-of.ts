/** The caller's own header; each subgraph checks it again. */
export function authorizationOf({ authorization }: { readonly authorization?: unknown }): string | undefined {
  return typeof authorization === "string" ? authorization : undefined;
}
