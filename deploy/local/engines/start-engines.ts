import { join } from "node:path";
import { makePassableFolder } from "../fetching/cache-folder.ts";
import type { ChildProcess, Crash } from "../processes/child-process.ts";
import { keepPorts } from "../processes/free-ports.ts";
import { type OrphanGuard, startOrphanGuard } from "../processes/orphan-guard.ts";
import type { Engine, EnginePlace } from "./engine.ts";
import { engineFolder } from "./engine-folder.ts";
import { startMongo } from "./mongo.ts";
import { startOpensearch } from "./opensearch.ts";
import type { JavaFlags } from "./opensearch-java.ts";
import type { PreparedEngines } from "./prepare-engines.ts";
import { startRedis } from "./redis.ts";

/** Running engines. `mongo`, `redis` or `opensearch` is undefined if that engine was specified by URL. */
export interface RunningEngines {
  mongoUrl: string;
  redisUrl: string;
  opensearchUrl: string;
  mongo: Engine | undefined;
  redis: Engine | undefined;
  opensearch: Engine | undefined;
  processes(): ChildProcess[];
  stop(): Promise<void>;
}

/**
 * Starts the engines whose programs are in `engines`, in parallel, and waits until all of them respond. The engines
 * store data in `dataFolder`. Each engine logs to its own file in `logFolder`. If one engine fails to start, the others
 * are stopped.
 */
export async function startEngines(options: {
  engines: PreparedEngines;
  dataFolder: string;
  logFolder?: string;
  /** The Java flags of OpenSearch. The default is "quick start". */
  opensearchFlags?: JavaFlags;
  guard?: OrphanGuard;
  log?: (line: string) => void;
  onCrash?: (crash: Crash) => void;
}): Promise<RunningEngines> {
  const { engines, log = () => undefined } = options;
  const guard = options.guard ?? startOrphanGuard();
  const { dataFolder, user } = engineFolder(options.dataFolder);
  const logFolder = options.logFolder ?? join(dataFolder, "logs");
  makePassableFolder(logFolder);
  const place: EnginePlace = { dataFolder, logFolder, user, guard, onCrash: options.onCrash };
  const ports = await keepPorts(
    join(dataFolder, "ports.json"),
    ["mongo", "postgres", "redis", "opensearch", "opensearchTransport"],
    log,
  );

  const starting = [
    "programs" in engines.mongo ? startMongo(engines.mongo.programs, place, ports) : undefined,
    "programs" in engines.redis ? startRedis(engines.redis.programs, place, ports.redis) : undefined,
    "programs" in engines.opensearch
      ? startOpensearch(engines.opensearch.programs, place, ports, options.opensearchFlags)
      : undefined,
  ] as const;
  const outcomes = await Promise.allSettled(
    starting.map(async (engine) => {
      const started = await engine;
      if (started)
        log(
          `${started
            .processes()
            .map(({ name }) => name)
            .join(" over ")} answers at ${started.url}`,
        );
      return started;
    }),
  );
  const stop = async () => {
    await Promise.all(outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value?.stop() : undefined)));
    if (!options.guard) guard.end();
  };
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const [mongo, redis, opensearch] = await Promise.all(starting);
  return {
    mongoUrl: url(engines.mongo, mongo),
    redisUrl: url(engines.redis, redis),
    opensearchUrl: url(engines.opensearch, opensearch),
    mongo,
    redis,
    opensearch,
    processes: () => [mongo, redis, opensearch].flatMap((engine) => engine?.processes() ?? []),
    stop,
  };
}

function url(prepared: { url: string } | object, engine: Engine | undefined): string {
  if (engine) return engine.url;
  if ("url" in prepared) return prepared.url;
  throw new Error("an engine has neither a URL nor programs");
}
