import type { FoundCell } from "./discover.ts";
import { covers, planRuns, type RunScope } from "./plan-runs.ts";

/** What is cleaned up: nothing; what the files show completely; also what they would show completely but for records that could not be used. */
export type CleanUpWish = "nothing" | "what-is-whole" | "all-shown";

/** One discovery run: a scope of its own, uploaded and then cleaned up. */
export interface PlannedRun {
  readonly discoveryId: string;
  /** Undefined when nothing is cleaned up: then the run claims to cover nothing in particular. */
  readonly scope: RunScope | undefined;
  /** Numbers of its cells. */
  readonly cells: ReadonlySet<number>;
  readonly count: number;
}

/**
 * Splits a discovery into runs, in the order they have to go: what is not cleaned up first, because only the newest run
 * of a connector may clean up. The same cells give the same runs, so that a discovery can go on under its id.
 */
export function planDiscovery(discoveryId: string, cells: readonly FoundCell[], wish: CleanUpWish): PlannedRun[] {
  const numbered = cells.map((cell, number) => ({ cell, number }));
  const isWhole = ({ partial }: FoundCell) => partial === undefined || (partial.ofProblems && wish === "all-shown");
  const whole = numbered.filter(({ cell }) => wish !== "nothing" && isWhole(cell));
  const rest = numbered.filter((one) => !whole.includes(one));
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
    // The service takes no empty upload, and removes nothing for a run without one.
    .filter(({ count }) => count > 0);
  return drafts.map((draft, index) => ({
    discoveryId: drafts.length === 1 ? discoveryId : `${discoveryId}/${index + 1}`,
    ...draft,
  }));
}
