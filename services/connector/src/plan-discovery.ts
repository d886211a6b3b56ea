import type { FoundCell } from "./discover.ts";
import { covers, planRuns, type RunScope } from "./plan-runs.ts";

/**
 * Which cells are cleaned up: no cells, only cells whose items are all in the files, or also cells whose items may be
 * missing in the files because records could not be used. See `FoundCell`.
 */
export type CleanUpMode = "nothing" | "what-is-whole" | "all-shown";

/** One discovery run. It uploads the items of `cells` and then cleans up `scope`. */
export interface PlannedRun {
  readonly discoveryId: string;
  /** Undefined when nothing is cleaned up. */
  readonly scope: RunScope | undefined;
  /** The cells whose items the run uploads, as indexes in the list of cells that `planDiscovery` receives. */
  readonly cells: ReadonlySet<number>;
  readonly count: number;
}

/**
 * Splits a discovery into runs and returns them in the order in which they are sent. The first run uploads all cells
 * that must not be cleaned up. Each later run uploads some cells and then cleans up these cells.
 *
 * The run without a clean-up must be the first. The inventory refuses to clean up for a run if a newer run may have
 * seen the same items. If the run without a clean-up were sent later, interrupted clean-ups of earlier runs could not
 * be repeated.
 *
 * The same cells always give the same runs. An interrupted discovery can therefore be continued under its id.
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
    // The inventory refuses an empty upload. It also refuses the clean-up of a run without an upload.
    .filter(({ count }) => count > 0);
  return drafts.map((draft, index) => ({
    discoveryId: drafts.length === 1 ? discoveryId : `${discoveryId}/${index + 1}`,
    ...draft,
  }));
}
