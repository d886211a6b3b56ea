import { type PreparedCall, send } from "./prepared-call.ts";

const CONNECTIONS = 10;
/** The number of requests before the measurement. During its first requests, a server still becomes faster. */
const WARM_REQUESTS = 8_000;
const REQUESTS = 500;
const ROUNDS = 12;

/**
 * Measures how much processor time each server needs for a request, in milliseconds. Servers report their processor
 * time at `/metrics`. In each round, every server receives requests, one server after the other. Returns the lowest
 * result of each server, because other work on the machine can only add time.
 */
export async function processorTimes<Name extends string>(
  calls: Readonly<Record<Name, PreparedCall>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<PreparedCall>(calls) as [Name, PreparedCall][];
  for (const [, call] of entries) await sendMany(call, WARM_REQUESTS);
  const least = new Map<Name, number>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, call] of entries) {
      const before = await processorMs(call);
      await sendMany(call, REQUESTS);
      const perRequest = ((await processorMs(call)) - before) / REQUESTS;
      least.set(name, Math.min(perRequest, least.get(name) ?? Number.POSITIVE_INFINITY));
    }
  return Object.fromEntries(least) as Record<Name, number>;
}

async function sendMany(call: PreparedCall, count: number): Promise<void> {
  let left = count;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      await send(call);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
}

async function processorMs({ url }: PreparedCall): Promise<number> {
  const text = await send({ method: "GET", url: new URL("/metrics", url).href, headers: {} });
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error(`${url} does not tell its processor time`);
  return Number(seconds) * 1_000;
}
