import { forbidsNoMore } from "./forbids-no-more.ts";
import { idOf, type Plan, type Step } from "./plan-changes.ts";

/**
 * Orders the steps so that traffic passes in an intermediate state only if the old or the new policy lets it pass. New
 * prohibitions are therefore added before grants are changed, and old prohibitions are removed afterwards.
 *
 * 1. Create Fail boundaries, and change those that may forbid more. All old prohibitions still apply.
 * 2. Create and change Score boundaries.
 * 3. Create Pass boundaries, then change Pass boundaries. Old and new prohibitions both apply while old and new grants
 *    mix.
 * 4. Remove Pass boundaries, then Score boundaries.
 * 5. Change Fail boundaries that certainly forbid no more than before, then remove Fail boundaries. Only new grants are
 *    left by then.
 *
 * In steps 1 to 3, a changed boundary counts by its new action. The changes of step 5 are not in steps 1 to 3.
 */
export function orderSteps({ creations, changes, removals }: Plan): Step[] {
  const steps: Step[] = [...creations, ...changes, ...removals];
  return steps
    .map((step) => ({ step, phase: phaseOf(step) }))
    .sort((a, b) => a.phase - b.phase || (idOf(a.step) < idOf(b.step) ? -1 : 1))
    .map(({ step }) => step);
}

const firstPhases = { Fail: 1, Score: 3, Pass: 5 } as const;
const lastPhases = { Pass: 7, Score: 8, Fail: 10 } as const;
const GIVES_UP = 9;

function phaseOf(step: Step): number {
  if (step.kind === "remove") return lastPhases[step.existing.text.action];
  const { text } = step.wanted;
  if (step.kind === "create") return firstPhases[text.action];
  const before = step.existing.text;
  if (before.action === "Fail" && forbidsNoMore(text, before)) return GIVES_UP;
  // Boundaries are created before others are changed, so that a grant that moves from one boundary to another always
  // exists.
  return firstPhases[text.action] + 1;
}
