import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";

// Below the range from which systems take the ports of outgoing connections, so that a port chosen today is free tomorrow.
const LOWEST = 20_000;
const HIGHEST = 32_000;
/** Ports that a process sets aside at once. */
const RANGE = 100;

/**
 * Loopback ports by name, kept in `file` between runs as long as nobody else took them; `say` is told when somebody did.
 * Ports that are chosen here are never given twice, even before anything listens on them.
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
/** The first port of the range that this process has set aside; none before the first port is asked for. */
let ownRange: Promise<number> | undefined;

/** A loopback port that nobody listens on now, and that no other process that asks here gets while this one lives. */
export async function freePort(random: () => number = Math.random): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    ownRange ??= setAside(random);
    const range = ownRange;
    const first = await range;
    for (let port = first + 1; port < first + RANGE; port++) {
      if (given.has(port)) continue;
      given.add(port);
      if (await isFree(port)) return port;
    }
    if (ownRange === range) ownRange = undefined;
  }
  throw new Error(`no free loopback port was found between ${LOWEST} and ${HIGHEST}`);
}

/** A range is ours as long as we listen on its first port, which ends with this process however it ends. */
async function setAside(random: () => number): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    const first = LOWEST + RANGE * Math.floor((random() * (HIGHEST - LOWEST)) / RANGE);
    const holder = await tryToListen(first);
    if (!holder) continue;
    holder.unref();
    return first;
  }
  throw new Error(`other processes have set aside all loopback ports between ${LOWEST} and ${HIGHEST}`);
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
