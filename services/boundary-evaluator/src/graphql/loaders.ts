import { evaluationIdText, parseEvaluationId } from "@network-access/service-contracts/evaluation-id";
import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import DataLoader from "dataloader";
import type { EvaluationDetails, EvaluationRecord } from "../evaluations/evaluation-record.ts";
import type { EvaluationStore } from "../evaluations/evaluation-store.ts";
import type { BoundaryUsage, UseLedger } from "../evaluations/use-ledger.ts";

/** Batched reads of one operation. */
export interface Loaders {
  /** Loads the usage of a boundary by its UUID. */
  readonly usage: DataLoader<string, BoundaryUsage>;
  /**
   * Loads the record of an evaluation by the evaluation's id. Returns null if no record has this id. Also returns null
   * if the given text is not a valid id. For example, the id is "none" if a change request shows the verdict of no
   * evaluation.
   */
  readonly record: DataLoader<string, EvaluationRecord | null>;
  readonly details: DataLoader<EvaluationRecord, EvaluationDetails, string>;
}

export interface LoaderNeeds {
  readonly ledger: Pick<UseLedger, "usage">;
  readonly evaluations: Pick<EvaluationStore, "findMany" | "details">;
}

const neverUsed: BoundaryUsage = { useCount: 0, lastUsedAt: null };
/** The maximum number of evaluations whose details are read concurrently. */
const DETAILS_AT_ONCE = 8;

/** Creates loaders with the cache of one operation. */
export function createLoaders({ ledger, evaluations }: LoaderNeeds): Loaders {
  return {
    usage: new DataLoader(async (uuids) => {
      const usage = await ledger.usage(uuids);
      return uuids.map((uuid) => usage.get(uuid) ?? neverUsed);
    }),
    record: new DataLoader(async (texts) => {
      const found = await evaluations.findMany(texts.flatMap((text) => parseEvaluationId(text) ?? []));
      const byText = new Map(found.map((record) => [evaluationIdText(record), record]));
      return texts.map((text) => byText.get(text) ?? null);
    }),
    details: new DataLoader(
      async (records) => {
        const found = new Map<EvaluationRecord, EvaluationDetails>();
        await forEachConcurrent(records, DETAILS_AT_ONCE, async (record) => {
          found.set(record, await evaluations.details(record));
        });
        return records.map((record) => found.get(record) ?? new Error("the long part of a record was not read"));
      },
      { cacheKeyFn: (record: EvaluationRecord) => evaluationIdText(record) },
    ),
  };
}
