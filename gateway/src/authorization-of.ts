/** Returns the caller's header. Each subgraph verifies it again. */
export function authorizationOf({ authorization }: { readonly authorization?: unknown }): string | undefined {
  return typeof authorization === "string" ? authorization : undefined;
}
