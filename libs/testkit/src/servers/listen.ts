import { Server as HttpServer } from "node:http";
import type { Server } from "node:net";

/** A server that listens on a free local port. */
export interface Listening {
  readonly port: number;
  /** A URL with the host and port. It begins with "http://" even if the server speaks another protocol. */
  readonly url: string;
  /** Stops the server. Closes HTTP connections, and waits until all other connections have ended. */
  stop(): Promise<void>;
}

/** Starts a test's server. */
export async function listen(server: Server): Promise<Listening> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      if (server instanceof HttpServer) server.closeAllConnections();
      await closed.promise;
    },
  };
}
