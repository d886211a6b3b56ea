import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";

// Below the range from which systems take the ports of outgoing connections, so that a port chosen today is free tomorrow.
const LOWEST = 20_000;
const HIGHEST = 32_000;

/**
 * Loopback ports by name, kept in `file` between runs as long as nobody else took them; `say` is told when somebody did.
 * Ports chosen by one process are never given twice, even before anything listens on them.
 */
export async function keepPorts<Name extends string>(
  file: string,
  names: readonly Name[],
  say: (line: string) => void = () => undefined,
): Promise<Record<Name, number>> {
  const kept = readPorts(file);
  const ports: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const before = kept[name];
    const isOurs = before !== undefined && !given.has(before) && (await isFree(before));
    const port = isOurs ? before : await freePort();
    if (before !== undefined && !isOurs) say(`port ${before} of ${name} is taken by another process; it gets ${port}`);
    given.add(port);
    ports[name] = port;
  }
  writeFileSync(file, `${JSON.stringify({ ...kept, ...ports }, null, 2)}\n`);
  return ports as Record<Name, number>;
}

const given = new Set<number>();

/** A loopback port that nobody listens on now. */
export async function freePort(random: () => number = Math.random): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = LOWEST + Math.floor(random() * (HIGHEST - LOWEST));
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
  throw new Error(`no free loopback port was found between ${LOWEST} and ${HIGHEST}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

function readPorts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, number>;
  } catch {
    return {};
  }
}
