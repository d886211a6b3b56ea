import { createHash } from "node:crypto";
import { createReadStream, globSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fetchOnce } from "../fetching/fetch-once.ts";
import type { FetchPlace } from "../fetching/fetch-place.ts";
import { folderSize, megabytes } from "../fetching/folder-size.ts";
import { runProgram } from "../processes/run-program.ts";

const OPENSEARCH_VERSION = "3.8.0";
const SHA256 = "196c3cf4602c394f2e40e6174ccbf2a924eae37246f08fa6bbb6b75f9fd5ff1f";
const BYTES = 180e6;
const PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";
const ARTIFACT = `org.opensearch.distribution.integ-test-zip:opensearch:${OPENSEARCH_VERSION}:zip`;

/**
 * Downloads OpenSearch's official minimal distribution with Maven, and verifies its hash. Returns the folder of the
 * distribution.
 */
export async function fetchDistribution({ cache, progress, environment }: FetchPlace): Promise<string> {
  const target = join(cache, `opensearch-${OPENSEARCH_VERSION}`);
  await fetchOnce(
    target,
    (line) => progress.line(`  ${line}`),
    async (staging) => {
      // Maven downloads into a temporary local repository. In the user's own repository, the 160 MB would stay after
      // the download.
      const repository = join(staging, "repository");
      const step = progress.begin(
        `OpenSearch ${OPENSEARCH_VERSION}`,
        () => `${megabytes(folderSize(repository))} of about ${megabytes(BYTES)}`,
      );
      try {
        const maven = (goal: string, ...settings: string[]) =>
          runProgram(
            "mvn",
            [
              "-q",
              "-B",
              "-C",
              `-Dmaven.repo.local=${repository}`,
              `${PLUGIN}:${goal}`,
              `-Dartifact=${ARTIFACT}`,
              ...settings,
            ],
            {
              folder: staging,
              environment,
            },
          );
        await maven("get", "-Dtransitive=false");
        await check(globSync(join(repository, "org/opensearch/distribution/**/*.zip"))[0]);
        await maven("unpack", `-DoutputDirectory=${join(staging, "unpacked")}`);
        moveUp(join(staging, "unpacked", `opensearch-${OPENSEARCH_VERSION}`), staging);
        for (const name of ["repository", "unpacked"]) rmSync(join(staging, name), { recursive: true });
        step.done(`  OpenSearch ${OPENSEARCH_VERSION} fetched`);
      } finally {
        step.end();
      }
    },
  );
  return target;
}

async function check(file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error(`Maven fetched no OpenSearch ${OPENSEARCH_VERSION}`);
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  if (hash.digest("hex") !== SHA256)
    throw new Error(`the OpenSearch ${OPENSEARCH_VERSION} that Maven fetched has another hash than expected`);
}

function moveUp(folder: string, to: string): void {
  for (const path of globSync(join(folder, "*"))) renameSync(path, join(to, path.slice(folder.length + 1)));
}
