/** A JSON-RPC error as text. `id` is null where the request's id is unknown. */
export function jsonRpcError(code: number, message: string, id: string | number | null = null, data?: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code, message, ...(data !== undefined && { data }) }, id });
}
