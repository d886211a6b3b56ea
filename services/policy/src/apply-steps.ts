import type { Boundaries, CallFailure } from "./boundaries.ts";
import { changesOfText } from "./changes-of-text.ts";
import { type Change, type Creation, idOf, type Removal, type Step } from "./plan-changes.ts";

export interface ApplyNeeds {
  readonly boundaries: Pick<Boundaries, "find" | "save" | "remove">;
  /** Called before each step with the number of completed steps. */
  readonly onStep: (done: number, step: Step) => void;
  /**
   * Returns whether a signal has interrupted the command. Called before each step and before each repetition of a step.
   */
  readonly isInterrupted: () => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

export type StopReason =
  | CallFailure
  /** Another writer changed the boundary after it was read. */
  | { readonly kind: "changed"; readonly message: string };

export interface Applied {
  readonly done: number;
  /** The step at which the run stopped, and the reason. No later step was started. */
  readonly stopped: { readonly at: Step; readonly reason: StopReason } | null;
}

/**
 * The maximum number of attempts of a step. A step is repeated only after an attempt that ended with the reason
 * `unclear`.
 */
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

/**
 * Applies steps one after the other. Applies a step only if the boundary still has the revision that was compared with
 * the files. If the run stops early, the completed steps stay applied. The next run then applies the remaining
 * differences.
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
    // The write may have succeeded although its answer was lost.
    if (found.answer !== null && changesOfText(found.answer.text, text).length === 0) return null;
    if ((found.answer?.revision ?? 0) === expected) return saved.failure;
    return { kind: "changed", message: changedSince(step, found.answer?.revision ?? null) };
  });
}

async function remove(needs: ApplyNeeds, step: Removal): Promise<StopReason | null> {
  const { text, revision } = step.existing;
  return repeated(needs, async () => {
    // A removal can't state the expected revision. The revision is therefore checked immediately before the call.
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

/**
 * Repeats a step while its attempts end with the reason `unclear`, with growing pauses. Stops after `MAX_ATTEMPTS`
 * attempts, or if the command is interrupted.
 */
async function repeated(
  { pause, isInterrupted }: ApplyNeeds,
  attempt: () => Promise<StopReason | null>,
): Promise<StopReason | null> {
  for (let attempts = 1; ; attempts += 1) {
    const reason = await attempt();
    if (reason?.kind !== "unclear" || attempts === MAX_ATTEMPTS || isInterrupted()) return reason;
    await pause(FIRST_PAUSE_MS * 2 ** (attempts - 1));
  }
}

function changedSince(step: Step, now: number | null): string {
  const compared = step.kind === "create" ? "did not exist" : `had revision ${step.existing.revision}`;
  const current = now === null ? "is gone" : `has revision ${now}`;
  return `"${idOf(step)}" ${compared} when it was compared and now ${current}`;
}
