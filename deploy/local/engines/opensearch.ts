import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FetchPlace } from "../fetching/fetch-place.ts";
import { type ChildProcess, startChild, waitUntilReady } from "../processes/child-process.ts";
import { type Engine, type EnginePlace, runEngine } from "./engine.ts";
import { engineSubfolder } from "./engine-folder.ts";
import { findJava } from "./java.ts";
import { fetchJava } from "./java-root.ts";
import { fetchDistribution } from "./opensearch-distribution.ts";
import { type JavaFlags, javaArguments } from "./opensearch-java.ts";

/** The unpacked distribution and the Java program that runs it. */
export interface OpensearchPrograms {
  home: string;
  java: string;
}

export async function fetchOpensearch(place: FetchPlace): Promise<OpensearchPrograms> {
  const home = await fetchDistribution(place);
  return { home, java: (await findJava(place.environment)) ?? (await fetchJava(place)) };
}

export async function startOpensearch(
  programs: OpensearchPrograms,
  place: EnginePlace,
  ports: { opensearch: number; opensearchTransport: number },
  flags: JavaFlags = "quick start",
): Promise<Engine> {
  const url = `http://127.0.0.1:${ports.opensearch}`;
  return runEngine(url, async (running) => {
    const opensearch = await startJava(programs, place, ports, flags);
    running.unshift(opensearch);
    await waitUntilReady(opensearch, () => answers(url), 240_000, 250);
  });
}

async function startJava(
  { home, java }: OpensearchPrograms,
  place: EnginePlace,
  ports: { opensearch: number; opensearchTransport: number },
  flags: JavaFlags,
): Promise<ChildProcess> {
  const folder = engineSubfolder(join(place.dataFolder, "opensearch"), place.user);
  const inside = (name: string) => engineSubfolder(join(folder, name), place.user);
  const configuration = inside("config");
  const settings = {
    "discovery.type": "single-node",
    "http.host": "127.0.0.1",
    "http.port": ports.opensearch,
    "transport.host": "127.0.0.1",
    "transport.port": ports.opensearchTransport,
    "path.data": inside("data"),
    "path.logs": inside("logs"),
    // Without this setting, a nearly full disk makes every index read-only.
    "cluster.routing.allocation.disk.threshold_enabled": false,
    // A search for a set of addresses has one clause for each range in the set. With the default limit of 1,024
    // clauses, OpenSearch would refuse searches for large sets.
    "indices.query.bool.max_clause_count": 8_192,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  writeFileSync(join(configuration, "opensearch.yml"), lines.join(""));
  copyFileSync(join(import.meta.dirname, "opensearch-log4j2.properties"), join(configuration, "log4j2.properties"));
  return startChild({
    name: "opensearch",
    command: java,
    args: javaArguments(home, configuration, inside("tmp"), flags),
    environment: { PATH: process.env.PATH, HOME: folder },
    folder,
    log: join(place.logFolder, "opensearch.log"),
    user: place.user,
    order: "engine",
    stopDeadlineMs: 20_000,
    guard: place.guard,
    onCrash: place.onCrash,
  });
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`, {
    signal: AbortSignal.timeout(3_000),
  });
  await response.body?.cancel();
  return response.ok;
}
