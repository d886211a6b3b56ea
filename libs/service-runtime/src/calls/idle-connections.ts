/**
 * Keep-alive options for connection pools to processes of this product. A client closes a connection after 3 s without
 * a request.
 *
 * A process that stops waits for `DRAIN_SECONDS` (default: 5) and then closes its idle connections. A request that a
 * client sends over such a connection at this moment would fail. Two things avoid this. Clients have already closed the
 * connections that were idle for 3 s. During the wait, the process closes every other connection after the next
 * response.
 */
export const IDLE_CONNECTIONS = { keepAliveTimeout: 3_000, keepAliveMaxTimeout: 3_000 } as const;
