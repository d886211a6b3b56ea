import { rmSync } from "node:fs";
import { fuzzQueryBench } from "@network-access/inventory/fuzz-query.bench";
import { prepareEngines } from "@network-access/local-stack/prepare-engines";
import { startEngines } from "@network-access/local-stack/start-engines";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";
import type { BenchRow } from "@network-access/testkit/bench-row";

/** Starts a separate OpenSearch and sends hostile queries to it, because they may crash it. */
export async function fuzzQueries(): Promise<BenchRow[]> {
  const dataFolder = temporaryDataFolder();
  const engines = await startEngines({
    engines: await prepareEngines({ urls: { mongo: "none", redis: "none" } }),
    dataFolder,
  });
  try {
    return await fuzzQueryBench(engines.opensearchUrl);
  } finally {
    await engines.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
