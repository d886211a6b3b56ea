import type { FoundCell } from "./discover.ts";
import { covers, planRuns, type RunScope } from "./plan-runs.ts";

/**
 * What is cleaned up: nothing, only the cells whose items the files show completely, or also the cells that may have
 * unusable records. A cell is a combination of account, region and type.
 */
export type CleanUpMode = "nothing" | "what-is-whole" | "all-shown";

/** One discovery run, which uploads items and then cleans up its scope. */
export interface PlannedRun {
  readonly discoveryId: string;
  /** Undefined when nothing is cleaned up. */
  readonly scope: RunScope | undefined;
  /** The indexes of the cells whose items the run uploads. */
  readonly cells: ReadonlySet<number>;
  readonly count: number;
}

/**
 * Splits a discovery into runs, in the order in which they are sent. The first run uploads the cells that are not
 * cleaned up. Each later run uploads cells and then cleans them up. If the run without a clean-up were sent last, no
 * clean-up could be repeated, because the inventory refuses a clean-up after a newer run that may have seen the same
 * items. The same cells always give the same runs, so an interrupted discovery can continue under the same id.
 */
export function planDiscovery(discoveryId: string, cells: readonly FoundCell[], mode: CleanUpMode): PlannedRun[] {
  const numbered = cells.map((cell, number) => ({ cell, number }));
  const isWhole = ({ partial }: FoundCell) => partial === undefined || (partial.ofProblems && mode === "all-shown");
  const whole = numbered.filter(({ cell }) => mode !== "nothing" && isWhole(cell));
  const rest = numbered.filter((entry) => !whole.includes(entry));
  const scopes = planRuns(whole.map(({ cell }) => cell));
  const drafts = [
    { scope: undefined, members: rest },
    ...scopes.map((scope) => ({ scope, members: whole.filter(({ cell }) => covers(scope, cell)) })),
  ]
    .map(({ scope, members }) => ({
      scope,
      cells: new Set(members.map(({ number }) => number)),
      count: members.reduce((sum, { cell }) => sum + cell.count, 0),
    }))
    // The inventory refuses an empty upload, and it refuses to clean up after a run without an upload.
    .filter(({ count }) => count > 0);
  return drafts.map((draft, index) => ({
    discoveryId: drafts.length === 1 ? discoveryId : `${discoveryId}/${index + 1}`,
    ...draft,
  }));
}
