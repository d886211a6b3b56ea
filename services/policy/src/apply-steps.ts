import type { Boundaries, CallFailure } from "./boundaries.ts";
import { changesOfText } from "./changes-of-text.ts";
import { type Change, type Creation, idOf, type Removal, type Step } from "./plan-changes.ts";

export interface ApplyNeeds {
  readonly boundaries: Pick<Boundaries, "find" | "save" | "remove">;
  /** Told before each step how many are done. */
  readonly onStep: (done: number, step: Step) => void;
  /** Asked between steps; a step that was begun is brought to its end. */
  readonly isInterrupted: () => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

export type StopReason =
  | CallFailure
  /** Somebody else changed it after it was read. */
  | { readonly kind: "changed"; readonly message: string };

export interface Applied {
  readonly done: number;
  /** What ended it before the last step; the steps after `at` were not begun. */
  readonly stopped: { readonly at: Step; readonly reason: StopReason } | null;
}

/** Tries of one step when it stays unclear whether the one before came through. */
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

/**
 * Carries out steps one after the other, each only onto the revision that was compared. Whatever ends it, the steps
 * that are done stay done, and comparing again finds the rest.
 */
export async function applySteps(needs: ApplyNeeds, steps: readonly Step[]): Promise<Applied> {
  for (const [done, step] of steps.entries()) {
    if (needs.isInterrupted()) return { done, stopped: { at: step, reason: { kind: "interrupted" } } };
    needs.onStep(done, step);
    const reason = step.kind === "remove" ? await remove(needs, step) : await save(needs, step);
    if (reason !== null) return { done, stopped: { at: step, reason } };
  }
  return { done: steps.length, stopped: null };
}

async function save(needs: ApplyNeeds, step: Creation | Change): Promise<StopReason | null> {
  const { text } = step.wanted;
  const expected = step.kind === "create" ? 0 : step.existing.revision;
  return repeated(needs, async () => {
    const saved = await needs.boundaries.save(text, expected);
    if (saved.ok) return null;
    if (saved.failure.kind === "refused" && saved.failure.code === "CONFLICT")
      return { kind: "changed", message: saved.failure.message };
    if (saved.failure.kind !== "unclear") return saved.failure;
    const found = await needs.boundaries.find(text.id);
    if (!found.ok) return found.failure;
    // It may have come through although its answer did not.
    if (found.answer !== null && changesOfText(found.answer.text, text).length === 0) return null;
    if ((found.answer?.revision ?? 0) === expected) return saved.failure;
    return { kind: "changed", message: changedSince(step, found.answer?.revision ?? null) };
  });
}

async function remove(needs: ApplyNeeds, step: Removal): Promise<StopReason | null> {
  const { text, revision } = step.existing;
  return repeated(needs, async () => {
    // Removing takes no revision: what was compared is compared again right before.
    const found = await needs.boundaries.find(text.id);
    if (!found.ok) return found.failure;
    if (found.answer === null) return null;
    if (found.answer.revision !== revision)
      return { kind: "changed", message: changedSince(step, found.answer.revision) };
    const removed = await needs.boundaries.remove(text.id);
    if (removed.ok || (removed.failure.kind === "refused" && removed.failure.code === "NOT_FOUND")) return null;
    return removed.failure;
  });
}

/** Tries again what stays unclear, with growing pauses. */
async function repeated(
  { pause, isInterrupted }: ApplyNeeds,
  attempt: () => Promise<StopReason | null>,
): Promise<StopReason | null> {
  for (let tries = 1; ; tries += 1) {
    const reason = await attempt();
    if (reason?.kind !== "unclear" || tries === MAX_ATTEMPTS || isInterrupted()) return reason;
    await pause(FIRST_PAUSE_MS * 2 ** (tries - 1));
  }
}

function changedSince(step: Step, now: number | null): string {
  const read = step.kind === "create" ? "it was not there" : `it was in revision ${step.existing.revision}`;
  const is = now === null ? "it is gone" : `it is in revision ${now}`;
  return `when it was compared ${read}, and now ${is} ("${idOf(step)}")`;
}
