import { connect, createServer, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";

/**
 * A proxy between clients and an engine, such as Redis or OpenSearch. A test can hold the data, close all connections,
 * and open the proxy again.
 */
export interface EngineDoor {
  readonly url: string;
  open(): Promise<void>;
  /**
   * Stops forwarding data from clients to the engine. Clients can still connect and send data. `open` later closes all
   * connections except those that `strand` made silent.
   */
  hold(): void;
  /** Makes existing connections silent for ever, as if the network had lost them. New connections are forwarded. */
  strand(): void;
  /** Forwards new connections to the engine at `engineUrl`. Existing connections stay with their engine. */
  leadTo(engineUrl: string): void;
  /** Closes every connection and refuses new ones. */
  shut(): Promise<void>;
  /**
   * Waits until clients have sent `bytes` more bytes to the engine. Then closes all connections, refuses new ones, and
   * resolves. Connections may be closed in the middle of a message.
   */
  shutAfter(bytes: number): Promise<void>;
  /** Delays a chunk of data from a client by `ms` milliseconds if the chunk contains `text`. */
  slowDown(text: string, ms: number): void;
}

export async function createEngineDoor(engineUrl: string): Promise<EngineDoor> {
  let target = new URL(engineUrl);
  const sockets = new Set<Socket>();
  const nears = new Set<Socket>();
  const stranded = new Set<Socket>();
  let holding = false;
  let slow: { readonly text: string; readonly ms: number } | undefined;
  let server: Server | undefined;
  let passes = Number.POSITIVE_INFINITY;
  let full = Promise.withResolvers<void>();

  function listen(port: number): Promise<number> {
    const listening = Promise.withResolvers<number>();
    server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      near.on("data", ({ length }) => {
        passes -= length;
        if (passes <= 0) full.resolve(shut());
      });
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from);
        if (from === near) nears.add(near);
        from
          .on("error", () => undefined)
          .on("close", () => {
            sockets.delete(from);
            nears.delete(from);
            stranded.delete(from);
            to.destroy();
          });
      }
      far.pipe(near);
      if (!holding) near.pipe(slowedData(near)).pipe(far);
    });
    server.once("error", listening.reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server?.address();
      listening.resolve(typeof address === "object" && address ? address.port : 0);
    });
    return listening.promise;
  }

  function slowedData(near: Socket): Transform {
    let timer: NodeJS.Timeout | undefined;
    near.once("close", () => clearTimeout(timer));
    return new Transform({
      transform(chunk: Buffer, _, pass) {
        if (slow && chunk.includes(slow.text)) timer = setTimeout(() => pass(null, chunk), slow.ms);
        else pass(null, chunk);
      },
    });
  }

  async function shut(): Promise<void> {
    passes = Number.POSITIVE_INFINITY;
    if (!server) return;
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    for (const socket of sockets) socket.destroy();
    await closed.promise;
    server = undefined;
  }

  const port = await listen(0);
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    async open() {
      // Data that clients sent during `hold` is never forwarded. Therefore `open` closes all connections, except those
      // that `strand` made silent.
      if (holding) for (const socket of sockets) if (!stranded.has(socket)) socket.destroy();
      holding = false;
      if (!server) await listen(port);
    },
    hold() {
      holding = true;
      for (const near of nears) near.unpipe();
    },
    strand() {
      for (const socket of sockets) {
        socket.unpipe();
        stranded.add(socket);
      }
    },
    leadTo(otherUrl) {
      target = new URL(otherUrl);
    },
    shut,
    shutAfter(bytes) {
      passes = bytes;
      full = Promise.withResolvers();
      return full.promise;
    },
    slowDown(text, ms) {
      slow = { text, ms };
    },
  };
}
