/**
 * Options of connection pools to processes of this product. A process that stops closes its idle connections at the end
 * of `DRAIN_SECONDS` (default: 5). If a client sent a request over such a connection at the same moment, the request
 * would fail. So clients close connections themselves after 3 s without a request. If a client uses a connection more
 * often, the stopping process closes it after one of its responses during these 5 s.
 */
export const IDLE_CONNECTIONS = { keepAliveTimeout: 3_000, keepAliveMaxTimeout: 3_000 } as const;
