import { definitionOf } from "./boundary.ts";
import { createBoundarySets } from "./boundary-sets.ts";
import type { JudgeGathered } from "./judge-gathered.ts";
import { judge } from "./judging/judge.ts";
import type { ScoreSettings } from "./judging/summarise.ts";

/** Compiled sets kept: one per group of projects with boundaries of their own, and what an upload just replaced. */
const SETS_KEPT = 8;

/** Judges in this thread. */
export function createInlineJudge(settings: ScoreSettings): JudgeGathered {
  const sets = createBoundarySets(SETS_KEPT);
  return async ({ rules, projectId }, { admitted, resolution }, signal) => {
    signal?.throwIfAborted();
    const { hash, boundaries } = admitted;
    const references = admitted.references.map(({ reference }) => reference);
    const set = sets.get(hash, () => boundaries.map(definitionOf), references, resolution);
    return judge({ rules, projectId }, set, resolution, settings);
  };
}
