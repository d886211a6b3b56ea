import type { Discovery } from "./discover.ts";
import type { CleanUpAnswer, Inventory, SendFailure } from "./inventory.ts";
import { type ItemPage, pageItems } from "./page-items.ts";
import type { CleanUpMode, PlannedRun } from "./plan-discovery.ts";
import { countReasons, type Reason } from "./reasons.ts";
import { uploadPages } from "./upload-pages.ts";

const CONFLICT = 409;

/** The result of sending a discovery. */
export interface SentDiscovery {
  readonly accepted: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly rejections: readonly Reason[];
  /** Undefined when no run was cleaned up. */
  readonly cleanedUp: CleanUpAnswer | undefined;
  /**
   * The runs whose clean-up was skipped because of rejected items, or refused by the inventory with 409, each with the
   * reason.
   */
  readonly leftAsTheyAre: readonly { readonly run: PlannedRun; readonly why: string }[];
  /** Runs that an earlier command completed. */
  readonly doneBefore: number;
  /** The failure that stopped the discovery. Later runs were not started. */
  readonly stoppedBy: SendFailure | undefined;
}

interface Needs {
  readonly inventory: Inventory;
  /** Called with the number of items sent so far. Items of runs that an earlier command completed are included. */
  readonly onSent: (items: number) => void;
}

/**
 * Sends the runs one after the other. Each run uploads its items and then cleans up its scope, if it has one. If items
 * of a run were rejected, its clean-up is skipped unless `cleanUp` is "all-shown". An interrupted discovery can be
 * continued, because every call may be repeated.
 */
export async function sendDiscovery(
  { inventory, onSent }: Needs,
  { items }: Pick<Discovery, "items">,
  runs: readonly PlannedRun[],
  options: { readonly cleanUp: CleanUpMode; readonly force: boolean; readonly isContinued: boolean },
): Promise<SentDiscovery> {
  const rejections = countReasons();
  const leftAsTheyAre: { run: PlannedRun; why: string }[] = [];
  const sum = { accepted: 0, unchanged: 0 };
  let cleanedUp: CleanUpAnswer | undefined;
  let doneBefore = 0;
  let through = 0;

  for (const run of runs) {
    const failure = await sendRun(run);
    if (failure) return answer(failure);
  }
  return answer(undefined);

  async function sendRun(run: PlannedRun): Promise<SendFailure | undefined> {
    let rejected = 0;
    let isFirst = true;
    let failure: SendFailure | undefined;
    const upload = ({ json }: ItemPage) => inventory.upload(run, json);
    for await (const { page, sent } of uploadPages(upload, pageItems(items.of(run.cells)))) {
      if (!sent.ok) {
        if (isFirst && options.isContinued && (await wasDone(run, sent.failure))) return undefined;
        failure ??= sent.failure;
        continue;
      }
      isFirst = false;
      sum.accepted += sent.answer.accepted;
      sum.unchanged += sent.answer.unchanged;
      rejected += sent.answer.rejected.length;
      for (const { key, field, message } of sent.answer.rejected)
        rejections.add(message, key === null ? field : `${key.type} ${key.id}`);
      through += page.count;
      onSent(through);
    }
    if (failure || run.scope === undefined) return failure;
    if (rejected > 0 && options.cleanUp !== "all-shown") {
      leftAsTheyAre.push({ run, why: `${rejected} of its items were rejected` });
      return undefined;
    }
    return cleanUp(run);
  }

  async function cleanUp(run: PlannedRun): Promise<SendFailure | undefined> {
    const sent = await inventory.cleanUp(run, options.force);
    if (sent.ok) note(sent.answer);
    else if (sent.failure.kind === "refused" && sent.failure.status === CONFLICT)
      leftAsTheyAre.push({ run, why: refusalText(sent.failure) });
    else return sent.failure;
    return undefined;
  }

  /**
   * Reports whether an earlier command already completed the run. `failure` is the failure of the run's first upload.
   * After the clean-up of a run, the inventory refuses further uploads of this run with a conflict. The function
   * therefore repeats the clean-up. If the run was completed, the inventory answers with the result of the earlier
   * clean-up.
   */
  async function wasDone(run: PlannedRun, failure: SendFailure): Promise<boolean> {
    if (failure.kind !== "refused" || failure.status !== CONFLICT || run.scope === undefined) return false;
    const repeated = await inventory.cleanUp(run, false);
    if (!repeated.ok) return false;
    note(repeated.answer);
    doneBefore += 1;
    through += run.count;
    onSent(through);
    return true;
  }

  function note({ removed, kept }: CleanUpAnswer): void {
    cleanedUp = { removed: removed + (cleanedUp?.removed ?? 0), kept: kept + (cleanedUp?.kept ?? 0) };
  }

  function answer(stoppedBy: SendFailure | undefined): SentDiscovery {
    const { count: rejected } = rejections;
    return { ...sum, rejected, rejections: rejections.all(), cleanedUp, leftAsTheyAre, doneBefore, stoppedBy };
  }
}

function refusalText({ message, wouldRemove, wouldKeep }: Extract<SendFailure, { kind: "refused" }>): string {
  if (wouldRemove === undefined || wouldKeep === undefined) return `refused: ${message}`;
  const insist = wouldKeep > 0 ? "; --force removes them" : "";
  return `refused: ${message} (it would remove ${wouldRemove} and keep ${wouldKeep}${insist})`;
}
