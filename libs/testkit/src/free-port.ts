import { createServer } from "node:net";

// Below the range of ephemeral ports, so that a chosen port stays free while nothing listens on it, and below the ports
// of the local stack.
const LOWEST = 10_000;
const HIGHEST = 20_000;

/** A free local port that no process gets as an ephemeral port. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port was found between ${LOWEST} and ${HIGHEST}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
