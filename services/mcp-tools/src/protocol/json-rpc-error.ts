/** Returns the text of a JSON-RPC error. `id` is null if the id of the request is unknown. */
export function jsonRpcError(code: number, message: string, id: string | number | null = null, data?: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code, message, ...(data !== undefined && { data }) }, id });
}
