/** Returns the caller's `authorization` header. Each subgraph verifies the header again. */
export function authorizationOf({ authorization }: { readonly authorization?: unknown }): string | undefined {
  return typeof authorization === "string" ? authorization : undefined;
}
