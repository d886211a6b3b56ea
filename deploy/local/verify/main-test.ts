import { rmSync } from "node:fs";
import { prepareEngines } from "../engines/prepare-engines.ts";
import { startEngines } from "../engines/start-engines.ts";
import { temporaryDataFolder } from "../engines/temporary-data-folder.ts";
import { check, conclude, root } from "./check.ts";
import { runJest, type TestCount } from "./run-jest.ts";

const given = process.argv.slice(2);
const dataFolder = temporaryDataFolder();
const urls = {
  mongo: process.env.TEST_MONGO_URL,
  redis: process.env.TEST_REDIS_URL,
  opensearch: process.env.TEST_OPENSEARCH_URL,
};

/** With files named, only their tests; else everything. */
async function everything(): Promise<TestCount> {
  const prepared = await prepareEngines({ urls });
  const starting = startEngines({ engines: prepared, dataFolder, log: (line) => console.log(line) });
  const counts: TestCount[] = [];
  // The engines start while the checks that do not need them run.
  const [engines, checked] = await Promise.allSettled([starting, given.length === 0 ? check() : undefined]);
  if (engines.status === "rejected") throw engines.reason;
  try {
    if (checked.status === "rejected") throw checked.reason;
    if (checked.value) counts.push(checked.value);
    const { mongoUrl, redisUrl, opensearchUrl } = engines.value;
    const environment = { TEST_MONGO_URL: mongoUrl, TEST_REDIS_URL: redisUrl, TEST_OPENSEARCH_URL: opensearchUrl };
    if (given.length > 0) counts.push(await runJest({ project: "unit", files: given, environment, workers: 2 }, root));
    counts.push(await runJest({ project: "engines", files: given, environment, workers: 2 }, root));
    counts.push(await runJest({ project: "e2e", files: given, environment, workers: 1 }, root));
  } finally {
    await engines.value.stop();
  }
  return counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }));
}

try {
  conclude(await everything());
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}
