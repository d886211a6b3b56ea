import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";

// The range is below the ports that the system uses for outgoing connections, so that a chosen port stays free.
const LOWEST = 20_000;
const HIGHEST = 32_000;
/** The number of ports that a process reserves together. */
const RANGE = 100;

/**
 * Returns loopback ports by name. `file` stores them between runs. If another process has taken a stored port, a new
 * port is chosen and the change is logged. In one process, no port is returned twice, even if no server listens on it
 * yet.
 */
export async function keepPorts<Name extends string>(
  file: string,
  names: readonly Name[],
  log: (line: string) => void = () => undefined,
): Promise<Record<Name, number>> {
  const kept = readPorts(file);
  const ports: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const before = kept[name];
    const isOurs = before !== undefined && !given.has(before) && (await isFree(before));
    const port = isOurs ? before : await freePort();
    if (before !== undefined && !isOurs) log(`port ${before} of ${name} is taken by another process; it gets ${port}`);
    given.add(port);
    ports[name] = port;
  }
  writeFileSync(file, `${JSON.stringify({ ...kept, ...ports }, null, 2)}\n`);
  return ports as Record<Name, number>;
}

const given = new Set<number>();
/** The first port of the range that this process reserved, or undefined before the first call. */
let ownRange: Promise<number> | undefined;

/**
 * Returns a free loopback port. No other process that calls this function receives the port while this process lives.
 */
export async function freePort(random: () => number = Math.random): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    ownRange ??= reserveRange(random);
    const range = ownRange;
    const first = await range;
    for (let port = first + 1; port < first + RANGE; port++) {
      if (given.has(port)) continue;
      given.add(port);
      if (await isFree(port)) return port;
    }
    if (ownRange === range) ownRange = undefined;
  }
  throw new Error(`no loopback port is free between ${LOWEST} and ${HIGHEST}`);
}

/** Listening on the first port of a range reserves the range until this process ends. */
async function reserveRange(random: () => number): Promise<number> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const first = LOWEST + RANGE * Math.floor((random() * (HIGHEST - LOWEST)) / RANGE);
    const holder = await tryToListen(first);
    if (!holder) continue;
    holder.unref();
    return first;
  }
  throw new Error(`other processes reserved all loopback ports between ${LOWEST} and ${HIGHEST}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = await tryToListen(port);
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  return server !== undefined;
}

function tryToListen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy());
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function readPorts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, number>;
  } catch {
    return {};
  }
}
