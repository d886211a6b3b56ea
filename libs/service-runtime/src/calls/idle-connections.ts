/**
 * Keep-alive options for connection pools to processes of this product. A client closes a connection after 3 s without
 * a request.
 *
 * A process that stops waits for `DRAIN_SECONDS` (default: 5) and then closes its idle connections. A request that a
 * client sends at this moment would fail. This is avoided in two ways: unused connections are already closed by the
 * client, and during the wait the process closes each used connection after its next response.
 */
export const IDLE_CONNECTIONS = { keepAliveTimeout: 3_000, keepAliveMaxTimeout: 3_000 } as const;
