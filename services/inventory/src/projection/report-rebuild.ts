import { errorMessage } from "@network-access/service-runtime/error-message";
import { escapeControls } from "@network-access/service-runtime/escape-controls";
import { DONE, FAILED } from "@network-access/service-runtime/exit-codes";
import type { rebuildIndex } from "./rebuild-index.ts";

type Outcome = Awaited<ReturnType<typeof rebuildIndex>>;
export type Progress = (doing: "writing" | "comparing", items: number) => void;

interface Needs {
  /**
   * Resolves with the new index, or with the reason why the rebuild failed. If the promise rejects, searches still use
   * the old index.
   */
  readonly rebuild: (progress: Progress) => Promise<Outcome>;
  /**
   * Deletes the index of group filters if another release created it with a different definition. Resolves with true if
   * the index was deleted.
   */
  readonly renewFilters: () => Promise<boolean>;
  readonly say: (line: string) => void;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
}

const REPORT_EVERY_MS = 1_000;

/**
 * Runs a rebuild and prints its progress. Returns the exit code, which is 0 if every step succeeded, and 1 if a step
 * failed.
 */
export async function reportRebuild({ rebuild, renewFilters, now, ...needs }: Needs): Promise<number> {
  const say = (line: string) => needs.say(escapeControls(line));
  let reportedAt = Number.NEGATIVE_INFINITY;
  const progress: Progress = (doing, items) => {
    if (now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now();
    say(`${doing}: ${items} items so far`);
  };
  let result: Outcome;
  try {
    result = await rebuild(progress);
  } catch (error) {
    say(`the old index stays: ${errorMessage(error)}`);
    return FAILED;
  }
  if (!result.ok) {
    say(result.problem);
    return FAILED;
  }
  const { index, removed, items, unsearchable } = result.rebuilt;
  say(`searches go to "${index}" with ${items} items; removed: ${removed.join(", ")}`);
  if (unsearchable > 0) say(`${unsearchable} items can't be searched; the metrics of the service count them`);
  try {
    if (await renewFilters()) say("the service creates the index of group filters again");
    return DONE;
  } catch (error) {
    say(`the index of group filters was not renewed: ${errorMessage(error)}; start the rebuild again`);
    return FAILED;
  }
}
