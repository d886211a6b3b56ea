import type { BenchRow } from "@network-access/testkit/bench-row";
import { startTestIssuer } from "@network-access/testkit/test-issuer";
import { z } from "zod";
import { addressVariable } from "../src/supergraph.ts";
import { benchQueries } from "./bench-queries.ts";
import { type Child, load, startChild } from "./start-child.ts";

const rounds = 3;
/**
 * Before a query is measured, it is sent to each gateway for this many seconds. This warm-up is needed because a
 * gateway answers its first requests more slowly than later ones, and a gateway in production runs for a long time.
 */
const warmUpSeconds = 9;
const secondsPerRound = 3;
const answer = z.object({ data: z.unknown(), errors: z.undefined().optional() });

/**
 * Compares the processor time per request of this gateway with that of a second gateway, which is built from the
 * unmodified libraries. Both gateways have the same token check and the same in-memory subgraphs. The gateways are
 * measured in alternate rounds. For each gateway, only the round with the least processor time per request counts. The
 * benchmark takes two minutes.
 */
export async function gatewayBench(): Promise<BenchRow[]> {
  const issuer = await startTestIssuer();
  const started: Child[] = [];
  const start = async (...options: Parameters<typeof startChild>) => {
    const child = await startChild(...options);
    started.push(child);
    return child;
  };
  try {
    const token = await issuer.userToken();
    const subgraphs = z.record(z.string(), z.string()).parse((await start("serve-subgraphs.ts", {})).said);
    const env = {
      NODE_ENV: "production",
      ...issuer.environment("gateway"),
      HOST: "127.0.0.1",
      DRAIN_SECONDS: "0",
      ...Object.fromEntries(Object.entries(subgraphs).map(([name, url]) => [addressVariable(name), url])),
    };
    const floor = await start("serve-stock-gateway.ts", env);
    const ours = await start("../src/main.ts", env, (line) => listening.safeParse(line).success);
    const floorUrl = z.object({ url: z.string() }).parse(floor.said).url;
    const oursUrl = `http://127.0.0.1:${listening.parse(ours.said).port}/graphql`;

    const rows: BenchRow[] = [];
    for (const { name, aim, query } of benchQueries) {
      const bytes = await sameAnswer(floorUrl, oursUrl, token, query);
      const cost = async (child: Child, url: string) => {
        const before = child.cpuMs();
        const { answered, p50Ms, p99Ms } = await load(url, token, query, secondsPerRound);
        return { ms: (child.cpuMs() - before) / answered, p50Ms, p99Ms };
      };
      await load(floorUrl, token, query, warmUpSeconds);
      await load(oursUrl, token, query, warmUpSeconds);
      const costs: Record<"floor" | "ours", Awaited<ReturnType<typeof cost>>[]> = { floor: [], ours: [] };
      for (let round = 0; round < rounds; round += 1) {
        costs.floor.push(await cost(floor, floorUrl));
        costs.ours.push(await cost(ours, oursUrl));
      }
      const floorMs = Math.min(...costs.floor.map(({ ms }) => ms));
      const oursMs = Math.min(...costs.ours.map(({ ms }) => ms));
      const wait = (all: readonly { p50Ms: number }[]) => Math.min(...all.map(({ p50Ms }) => p50Ms));
      const note = `${bytes} bytes; p50 ${wait(costs.floor)} ms and ${wait(costs.ours)} ms with 16 connections`;
      rows.push({ name, floorMs, oursMs, aim, note });
    }
    return rows;
  } finally {
    for (const child of started.reverse()) await child.stop();
    await issuer.stop();
  }
}

const listening = z.object({ msg: z.literal("listening"), port: z.number() });

/**
 * Sends a query to both gateways. Throws an error if a response contains errors, or if the responses differ. Returns
 * the length of the response's data as JSON.
 */
async function sameAnswer(floorUrl: string, oursUrl: string, token: string, query: string): Promise<number> {
  const ask = async (url: string) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query }) });
    return JSON.stringify(answer.parse(await response.json()).data);
  };
  const [floor, ours] = [await ask(floorUrl), await ask(oursUrl)];
  if (floor !== ours)
    throw new Error(`the two gateways answer differently: ${floor.slice(0, 200)} / ${ours.slice(0, 200)}`);
  return ours.length;
}
