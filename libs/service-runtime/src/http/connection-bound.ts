import type { Socket } from "node:net";
import type { Logger } from "../telemetry/logger.ts";
import { counter, gauge } from "../telemetry/metrics.ts";

/**
 * The maximum number of surplus connections, that is, of connections beyond the limit. Surplus connections let probes
 * get a response while the limit is reached.
 */
const MOST_SURPLUS = 32;
const LOG_EVERY_MS = 60_000;

const openNow = gauge({ name: "http_connections_open", help: "Connections that are open" });
const refused = counter({
  name: "http_connections_refused_total",
  help: "Connections closed because as many were open as may be",
});

/** Tracks the connections of one server. Connections beyond the limit are surplus connections. */
export interface ConnectionBound {
  /** Counts a new connection until it is closed. */
  add(socket: Socket): void;
  /**
   * Reports whether the limit was reached when this connection was opened, and is still reached. On such a surplus
   * connection, only the built-in routes respond.
   */
  isSurplus(socket: Socket): boolean;
  /** Counts a connection that is refused or closed because of the limit. Logs the count at most once a minute. */
  refuse(): void;
}

/**
 * Limits the number of open connections. A connection within the limit is never closed to make room for a newer
 * connection.
 *
 * At the limit, the server still accepts a few surplus connections, each for one request. On a surplus connection, only
 * the built-in routes (health, readiness, metrics) work, and all other routes refuse the request. A platform can
 * therefore still probe a process at the limit. If the probe failed, many platforms would restart the process and
 * disconnect all its callers.
 *
 * If there are too many surplus connections, the oldest is closed, so that idle surplus connections do not block a
 * probe.
 */
export function createConnectionBound(most: number, logger: Logger): ConnectionBound {
  const inside = new Set<Socket>();
  const surplus = new Set<Socket>();
  let sinceLogged = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function refuse(): void {
    refused.inc();
    sinceLogged += 1;
    const now = performance.now();
    if (now - loggedAt < LOG_EVERY_MS) return;
    logger.warn({ refused: sinceLogged, maxConnections: most }, "connections are refused: too many are open");
    loggedAt = now;
    sinceLogged = 0;
  }

  function dropOldest(): void {
    const [oldest] = surplus;
    if (!oldest) return;
    surplus.delete(oldest);
    oldest.destroy();
    refuse();
  }

  return {
    add(socket) {
      openNow.inc();
      socket.once("close", () => {
        openNow.dec();
        inside.delete(socket);
        surplus.delete(socket);
      });
      if (inside.size < most) inside.add(socket);
      else surplus.add(socket);
      if (surplus.size > MOST_SURPLUS) dropOldest();
    },
    isSurplus(socket) {
      if (!surplus.has(socket)) return false;
      if (inside.size >= most) return true;
      surplus.delete(socket);
      inside.add(socket);
      return false;
    },
    refuse,
  };
}
