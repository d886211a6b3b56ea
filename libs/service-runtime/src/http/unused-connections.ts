import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * The interval at which a stopping server closes connections without a request. A request head that is still arriving
 * when the closing begins must arrive completely within this time.
 */
const ARRIVING_MS = 500;

/**
 * Tracks the connections of a server that have no request in progress, so that they can be closed when the server
 * stops. Some of them have received nothing, because browsers open connections in advance. Others have received only a
 * part of a request's head. `server.close` alone would wait for the rest of the head without limit.
 */
export function watchUnusedConnections(server: Server): {
  /** Every 500 ms until `ended` resolves, closes the connections that have no request in progress. */
  closeUntil(ended: Promise<void>): void;
} {
  const requestsOn = new Map<Socket, number>();
  server.on("connection", (socket) => {
    requestsOn.set(socket, 0);
    socket.once("close", () => requestsOn.delete(socket));
  });
  server.prependListener("request", ({ socket }, response) => {
    requestsOn.set(socket, (requestsOn.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = (requestsOn.get(socket) ?? 1) - 1;
      if (!socket.destroyed) requestsOn.set(socket, left);
    });
  });
  function close(): void {
    for (const [socket, requests] of requestsOn) if (requests === 0) socket.destroy();
  }
  return {
    closeUntil(ended) {
      const timer = setInterval(close, ARRIVING_MS);
      void ended.then(() => clearInterval(timer));
    },
  };
}
