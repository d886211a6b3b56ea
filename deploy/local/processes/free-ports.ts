import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";

// Ports for servers are chosen from this range. The system uses higher ports for outgoing connections, so an outgoing
// connection never occupies a chosen port.
const LOWEST = 20_000;
const HIGHEST = 32_000;
/** The number of ports that a process reserves together. */
const RANGE = 100;

/**
 * Returns one loopback port for each name. `file` stores the ports, so that the next run uses the same ports. If a
 * stored port is not free, the name gets a new port, and the change is logged. Within one process, each port is
 * returned for only one name, even if no server listens on the port yet.
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
/**
 * The first port of the range from which `freePort` takes ports. It is undefined until a range is reserved, and again
 * when all ports of the range are used.
 */
let ownRange: Promise<number> | undefined;

/**
 * Returns a free loopback port. Until this process ends, the port is not returned again, neither in this process nor in
 * another process that calls this function. Throws if no port is free.
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

/**
 * Reserves a range of ports until this process ends, and returns the first port of the range. This process listens on
 * that port, so that no other process can reserve the same range.
 */
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
