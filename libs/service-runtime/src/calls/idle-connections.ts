/**
 * Options of connection pools to processes of this product. A pool closes a connection that is idle for 3 s, although
 * the server would keep it for longer. A process that stops asks the clients of used connections to close them, and
 * closes idle ones at the end of `DRAIN_SECONDS` (5). A request that is then on its way would fail.
 */
export const IDLE_CONNECTIONS = { keepAliveTimeout: 3_000, keepAliveMaxTimeout: 3_000 } as const;
