/**
 * Keep-alive options for connection pools to processes of this product. A client closes a connection after 3 s without
 * a request.
 *
 * A process that stops waits for `DRAIN_SECONDS` (default: 5) and then closes its idle connections. A request that a
 * client sends over an idle connection at this moment would fail. To avoid this, clients close each connection that is
 * idle for 3 s, and during the wait, the process closes each connection after its next response. At the end of the
 * wait, no idle connection is therefore left.
 */
export const IDLE_CONNECTIONS = { keepAliveTimeout: 3_000, keepAliveMaxTimeout: 3_000 } as const;
