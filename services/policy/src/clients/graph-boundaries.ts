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
  /** Ends reading and its waits; what writes is brought to its end. */
  readonly signal: AbortSignal;
  readonly pause: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** Told before every wait. */
  readonly onWait: (reason: string, ms: number) => void;
  /** How long reading goes on asking. */
  readonly patienceMs?: number;
}

interface Patience {
  /** For one try. */
  readonly deadlineMs: number;
  /** For all tries together. */
  readonly patience: number;
}

const PAGE = 200;
const DEADLINE_MS = 20_000;
/** The gateway allows a preview 30 s. One that took longer is further the next time, for what was read is remembered. */
const previewing: Patience = { deadlineMs: 40_000, patience: 120_000 };
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 8_000;

/** The boundaries of the service over its public graph. A text has the members of BoundaryInput, and no others. */
export function createGraphBoundaries(options: GraphBoundariesOptions): Boundaries {
  const { signal, pause, now, onWait, patienceMs = 30_000 } = options;
  const never = new AbortController().signal;

  async function read<Data>(
    query: string,
    variables: object,
    shape: z.ZodType<Data>,
    { deadlineMs, patience }: Patience = { deadlineMs: DEADLINE_MS, patience: patienceMs },
  ): Promise<Answered<Data>> {
    const beganAt = now();
    for (let errors = 0; ; errors += 1) {
      const answered = await askGraph(options, { query, variables, deadlineMs, signal }, shape);
      if (answered.ok || answered.failure.kind !== "unclear") return answered;
      const waitMs = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** errors);
      if (now() - beganAt + waitMs > patience) return answered;
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
      const previewed = await read(PREVIEW, variables, previewAnswer, previewing);
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
