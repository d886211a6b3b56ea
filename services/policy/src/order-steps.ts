import { forbidsNoMore } from "./forbids-no-more.ts";
import { idOf, type Plan, type Step } from "./plan-changes.ts";

/**
 * The order in which steps are carried out. No moment of it may let pass what neither the old policy nor the new one
 * lets pass: prohibitions come before grants, and go after them.
 *
 * 1. Fail boundaries are created, and those are changed that may forbid more. Until then every old prohibition stands.
 * 2. Score boundaries are created and changed.
 * 3. Pass boundaries are created, then changed. Old and new prohibitions both stand while old and new grants mix.
 * 4. Pass boundaries are removed, then Score boundaries.
 * 5. Fail boundaries are changed that certainly forbid no more than before, then removed. Only new grants stand by then.
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
  // Created before changed: a grant that moves from one boundary to another is there all the time.
  return firstPhases[text.action] + 1;
}
