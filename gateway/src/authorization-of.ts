/** The caller's header; each subgraph verifies it again. */
export function authorizationOf({ authorization }: { readonly authorization?: unknown }): string | undefined {
  return typeof authorization === "string" ? authorization : undefined;
}
