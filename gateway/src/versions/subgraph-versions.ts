import { pause } from "@network-access/service-runtime/deadline";
import type { ReadinessCheck } from "@network-access/service-runtime/http-request";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { missingParts, neededParts, type SchemaParts } from "./needed-schema.ts";
import type { PublishedSchema } from "./published-schema.ts";

export interface SubgraphVersionsOptions {
  readonly supergraph: string;
  /** The names of the subgraphs. */
  readonly subgraphs: readonly string[];
  readonly readSchema: (subgraph: string, signal: AbortSignal) => Promise<PublishedSchema>;
  /**
   * How many consecutive schemas from a subgraph must contain everything that the supergraph needs. During an update,
   * requests reach processes of the older and of the newer release, so one complete schema is not enough.
   */
  readonly answers: number;
  readonly everyMs: number;
  /**
   * How long the gateway waits for a subgraph that does not answer. The time begins at the subgraph's last answer, or
   * at the gateway's start if there was no answer yet.
   */
  readonly patienceMs: number;
  readonly logger: Logger;
}

/** The most missing parts that a log line names. */
const NAMED = 5;

/**
 * Creates the part of the gateway that waits until the schema of each subgraph has all parts that the supergraph needs.
 * The readiness check fails while the gateway waits for a subgraph. After the wait, the gateway does not check the
 * subgraph again. If the subgraph's schema lacks parts later, some operations fail, which is better than a gateway that
 * is not ready.
 *
 * If a subgraph does not answer for `patienceMs`, the gateway stops waiting for it, and can therefore start during an
 * outage. But if the last schema of the subgraph lacked parts, the gateway waits without a limit.
 */
export function createSubgraphVersions(options: SubgraphVersionsOptions): Part & { readonly check: ReadinessCheck } {
  const { supergraph, subgraphs, readSchema, answers, everyMs, patienceMs, logger } = options;
  const needed = neededParts(supergraph);
  const stopping = new AbortController();
  const waitingFor = new Set(subgraphs);
  let work: Promise<unknown> | undefined;

  async function waitFor(name: string): Promise<void> {
    const missingIn = missingPartsOf(needed.get(name) ?? new Map());
    let answeredAt = performance.now();
    let lastMissing: readonly string[] = [];
    let lastProblem = "";
    for (let inRow = 0; inRow < answers; await pause(everyMs, stopping.signal)) {
      const published = await readSchema(name, stopping.signal);
      if (stopping.signal.aborted) return;
      if (published.kind === "away") {
        if (lastProblem !== "away")
          logger.warn({ subgraph: name, err: published.cause }, "a subgraph does not answer yet");
        lastProblem = "away";
        // If the subgraph's last schema lacked parts that the gateway needs, the gateway never stops waiting.
        if (performance.now() < answeredAt + patienceMs || lastMissing.length > 0) continue;
        logger.warn({ subgraph: name }, "a subgraph does not answer; the gateway does not wait for it any longer");
        return;
      }
      answeredAt = performance.now();
      lastMissing = published.kind === "schema" ? missingIn(published.sdl) : ["its schema"];
      inRow = lastMissing.length === 0 ? inRow + 1 : 0;
      const problem = lastMissing.join(", ");
      if (problem !== "" && problem !== lastProblem)
        logger.warn(
          { subgraph: name, missing: lastMissing.slice(0, NAMED), count: lastMissing.length },
          "a subgraph lacks what this gateway needs, so it is of an older release; the gateway waits for its update",
        );
      // A complete schema does not reset `lastProblem`. During an update, processes of the older and the newer release
      // respond in turn. After a reset, the next response of an older process would log the same problem again.
      if (problem !== "") lastProblem = problem;
    }
  }

  return {
    name: "subgraph-versions",
    start() {
      work = Promise.all(
        [...waitingFor].map(async (name) => {
          await waitFor(name);
          waitingFor.delete(name);
        }),
      );
    },
    async stop() {
      stopping.abort();
      await work;
    },
    check: {
      name: "subgraphs",
      async check() {
        if (waitingFor.size > 0) throw new Error(`the gateway waits for ${[...waitingFor].join(", ")}`);
      },
    },
  };
}

/** Returns a function that finds the missing parts of a schema. It caches the result for the last schema. */
function missingPartsOf(needed: SchemaParts): (sdl: string) => readonly string[] {
  let last: { readonly sdl: string; readonly missing: readonly string[] } | undefined;
  return (sdl) => {
    if (last?.sdl !== sdl) last = { sdl, missing: missingParts(needed, sdl) };
    return last.missing;
  };
}
