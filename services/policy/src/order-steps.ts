import { forbidsNoMore } from "./forbids-no-more.ts";
import { idOf, type Plan, type Step } from "./plan-changes.ts";

/**
 * Orders the steps. After each step, traffic passes only if the old or the new policy lets it pass. New prohibitions
 * are therefore added before Pass boundaries change, and old prohibitions are removed after the Pass boundaries have
 * changed:
 *
 * 1. Create Fail boundaries, and change those that may forbid more than before. All old prohibitions still apply.
 * 2. Create and change Score boundaries.
 * 3. Create Pass boundaries, then change Pass boundaries. Old and new Pass boundaries exist side by side during this
 *    step, and the old and the new prohibitions apply.
 * 4. Remove Pass boundaries, then Score boundaries.
 * 5. Change Fail boundaries that certainly forbid no more than before, then remove Fail boundaries. Only the new Pass
 *    boundaries are left by then.
 *
 * A change of a boundary's action belongs to the step of the new action, unless the change belongs to step 5.
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
  // Among boundaries with the same action, creations come before changes. Traffic that moves from an existing Pass
  // boundary to a new one is therefore allowed at all times.
  return firstPhases[text.action] + 1;
}
