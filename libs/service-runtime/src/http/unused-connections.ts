import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long a request that is on its way may take to arrive when the server is ending. */
const ARRIVING_MS = 500;

/**
 * Knows which connections of a server have no request on them. A server that ends waits for every connection that ever
 * sent a byte less than a whole request, for as long as the other side likes; browsers open some ahead of their needs.
 */
export function watchUnusedConnections(server: Server): {
  /** Closes them in a moment, and again and again until the server has ended. */
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
