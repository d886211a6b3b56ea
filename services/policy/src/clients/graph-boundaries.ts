import type { GraphAddress } from "@network-access/service-runtime/post-operation";
import type { z } from "zod";
import type { Answered, Boundaries, StoredBoundary } from "../boundaries.ts";
import { askGraph } from "./ask-graph.ts";
import {
  listAnswer,
  previewAnswer,
  removeAnswer,
  type StoredShape,
  saveAnswer,
  storedAnswer,
} from "./graph-answers.ts";
import { FIND, LIST, PREVIEW, REMOVE, SAVE } from "./graph-queries.ts";

export interface GraphBoundariesOptions extends GraphAddress {
  /** Aborts reads and the waits before their retries. Writes are completed. */
  readonly signal: AbortSignal;
  readonly pause: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** Called before every wait. */
  readonly onWait: (reason: string, ms: number) => void;
  /** The time for which a read is retried. */
  readonly retryForMs?: number;
}

interface ReadLimits {
  /** The deadline of one attempt. */
  readonly deadlineMs: number;
  /** The time limit for all attempts together. */
  readonly retryForMs: number;
}

const PAGE = 200;
const DEADLINE_MS = 20_000;
/**
 * The gateway ends a preview after 30 s, so its response arrives before this deadline. A retry gets further than the
 * attempt before it, because the service caches what it has already read.
 */
const previewLimits: ReadLimits = { deadlineMs: 40_000, retryForMs: 120_000 };
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 8_000;

/**
 * Reads and writes boundaries through the public GraphQL interface. `BoundaryText` has the same members as the GraphQL
 * type BoundaryInput, so `save` and `preview` send it unchanged.
 */
export function createGraphBoundaries(options: GraphBoundariesOptions): Boundaries {
  const { signal, pause, now, onWait, retryForMs: readRetryForMs = 30_000 } = options;
  const never = new AbortController().signal;

  async function read<Data>(
    query: string,
    variables: object,
    shape: z.ZodType<Data>,
    { deadlineMs, retryForMs }: ReadLimits = { deadlineMs: DEADLINE_MS, retryForMs: readRetryForMs },
  ): Promise<Answered<Data>> {
    const beganAt = now();
    for (let errors = 0; ; errors += 1) {
      const answered = await askGraph(options, { query, variables, deadlineMs, signal }, shape);
      if (answered.ok || answered.failure.kind !== "unclear") return answered;
      const waitMs = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** errors);
      if (now() - beganAt + waitMs > retryForMs) return answered;
      onWait(answered.failure.message, waitMs);
      await pause(waitMs);
      if (signal.aborted) return { ok: false, failure: { kind: "interrupted" } };
    }
  }

  const write = <Data>(query: string, variables: object, shape: z.ZodType<Data>) =>
    askGraph(options, { query, variables, deadlineMs: DEADLINE_MS, signal: never }, shape);

  return {
    async list(nextPageKey) {
      const listed = await read(LIST, { nextPageKey, limit: PAGE }, listAnswer);
      return mapped(listed, ({ boundaries: { items, pageInfo } }) => ({ items: items.map(stored), ...pageInfo }));
    },
    async find(id) {
      return mapped(await read(FIND, { id }, storedAnswer), ({ boundary }) => boundary && stored(boundary));
    },
    async save(text, expectedRevision) {
      const saved = await write(SAVE, { input: text, expectedRevision }, saveAnswer);
      return mapped(saved, ({ saveBoundary }) => saveBoundary);
    },
    async remove(id) {
      return mapped(await write(REMOVE, { id }, removeAnswer), ({ deleteBoundary }) => ({ id: deleteBoundary }));
    },
    async preview(text, remove, nextPageKey) {
      const variables = { input: text, remove, nextPageKey, limit: PAGE };
      const previewed = await read(PREVIEW, variables, previewAnswer, previewLimits);
      return mapped(previewed, ({ previewBoundary: { pageInfo, ...counts } }) => ({ ...counts, ...pageInfo }));
    },
  };
}

function mapped<From, To>(answered: Answered<From>, map: (answer: From) => To): Answered<To> {
  return answered.ok ? { ok: true, answer: map(answered.answer) } : answered;
}

function stored({ revision, updatedAt, updatedBy, ...text }: StoredShape): StoredBoundary {
  return { text, revision, updatedAt, updatedBy };
}
