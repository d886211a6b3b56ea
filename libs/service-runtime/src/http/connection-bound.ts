import type { Socket } from "node:net";
import type { Logger } from "../telemetry/logger.ts";
import { counter, gauge } from "../telemetry/metrics.ts";

/** The number of connections that may be open beyond the bound, for probes. */
const MOST_SURPLUS = 32;
const LOG_EVERY_MS = 60_000;

const openNow = gauge({ name: "http_connections_open", help: "Connections that are open" });
const refused = counter({
  name: "http_connections_refused_total",
  help: "Connections closed because as many were open as may be",
});

/** The connections of one server. Connections beyond the bound are tracked separately. */
export interface ConnectionBound {
  /** Counts a new connection until it is closed. */
  add(socket: Socket): void;
  /**
   * Returns true if the limit of connections was reached when this connection was opened and is still reached. Such a
   * connection may use only the built-in routes.
   */
  isSurplus(socket: Socket): boolean;
  /** Counts a connection that is about to be closed because of the limit. Logs this at most once a minute. */
  refuse(): void;
}

/**
 * Limits the number of open connections. Connections within the limit are never closed in favour of newer ones.
 *
 * Many platforms restart a process whose probe fails. If a process at the limit refused probes, such a platform would
 * restart the process again and again, and cut off all its callers. So a process at the limit still accepts a few
 * surplus connections for one request each. On a surplus connection the built-in routes (health, readiness, metrics)
 * respond, and all other routes refuse. If there are too many surplus connections, the oldest of them is closed, so
 * that connections without a request can't keep a probe out.
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
