import { createServer } from "node:net";

// Below the range from which systems take the ports of outgoing connections, so that one chosen now stays free while
// nothing listens on it, and below those of the local stack.
const LOWEST = 10_000;
const HIGHEST = 20_000;

/** A port of this machine that nobody listens on now, and that nobody gets by chance. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
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
