import { rmSync } from "node:fs";
import { prepareEngines } from "@network-access/local-stack/prepare-engines";
import { startEngines } from "@network-access/local-stack/start-engines";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";

/** A Redis that only one test uses, so the test may change the role and the settings of the server. */
export interface OwnRedis {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startOwnRedis(): Promise<OwnRedis> {
  // An engine that has a URL is not started. These placeholder URLs leave only Redis to start.
  const elsewhere = { mongo: "mongodb://127.0.0.1:9", opensearch: "http://127.0.0.1:9" };
  const dataFolder = temporaryDataFolder();
  const engines = await startEngines({ engines: await prepareEngines({ urls: elsewhere }), dataFolder });
  return {
    url: engines.redisUrl,
    async stop() {
      await engines.stop();
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
