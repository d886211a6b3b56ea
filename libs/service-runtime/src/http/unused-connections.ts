import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * The interval at which a stopping server closes connections without a request. A request head that is still arriving
 * when the closing begins must arrive completely within this time.
 */
const ARRIVING_MS = 500;

/**
 * Tracks the connections of a server that have no request, so that they can be closed when the server stops. Browsers
 * open connections in advance, so some of these connections have received nothing. Others have received only a part of
 * a request's head, and `server.close` alone would wait for the rest without limit.
 */
export function watchUnusedConnections(server: Server): {
  /** Closes the connections without a request, again and again until the server has closed. */
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
