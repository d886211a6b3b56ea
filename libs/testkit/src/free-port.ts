import { createServer } from "node:net";
import { listen } from "./listen.ts";

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listen(createServer());
  await stop();
  return port;
}
