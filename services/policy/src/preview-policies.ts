import { DONE, FAILED, INTERRUPTED, ONLY_SHOWN } from "@network-access/service-runtime/exit-codes";
import { type ApplyPoliciesNeeds, comparePolicies } from "./apply-policies.ts";
import type { Answered, Boundaries, Flip, PreviewPage } from "./boundaries.ts";
import { idOf, type Step, stepCount } from "./plan-changes.ts";
import { counted, withCommas } from "./terminal/counted.ts";
import { failureText } from "./terminal/failure-text.ts";
import { line } from "./terminal/line.ts";
import { flipsText } from "./terminal/preview-text.ts";

export interface PreviewOptions {
  readonly source: string;
  readonly removes: boolean;
  /** If true, a preview in which a verdict would change has the exit code 1. */
  readonly refuseFlips: boolean;
}

/**
 * The maximum number of requests that are listed for one edit (a created, changed or removed boundary). The printed
 * number of requests also includes the requests that are not listed.
 */
const MOST_FLIPS = 1_000;

/** Shows which stored requests would get another verdict, for each edit. Stores nothing. Returns the exit code. */
export async function previewPolicies(
  needs: Omit<ApplyPoliciesNeeds, "pause">,
  options: PreviewOptions,
): Promise<number> {
  const { terminal, boundaries, isInterrupted } = needs;
  const plan = await comparePolicies(needs, options);
  if (typeof plan === "number") return plan;
  if (stepCount(plan) === 0) {
    terminal.print([line("Nothing to do, so nothing would flip.", "good")]);
    return DONE;
  }
  const steps: readonly Step[] = [...plan.creations, ...plan.changes, ...plan.removals];
  const listed = new Set<string>();
  const counts: number[] = [];
  for (const [done, step] of steps.entries()) {
    terminal.status.show(
      `${withCommas(done)} of ${withCommas(steps.length)}: evaluating with and without ${idOf(step)}`,
    );
    const previewed = await flipsOf(boundaries, step);
    terminal.status.clear();
    if (!previewed.ok) {
      terminal.complain([line(`Stopped at "${idOf(step)}":`, "wrong"), ...failureText(previewed.failure)]);
      return isInterrupted() ? INTERRUPTED : FAILED;
    }
    const { flippedCount, unchangedCount, flips } = previewed.answer;
    if (flippedCount > 0) counts.push(flippedCount);
    for (const { changeRequestId } of flips) listed.add(changeRequestId);
    terminal.print(flipsText(step, flips, { flippedCount, unchangedCount }));
  }
  terminal.print([line("")]);
  const aloneNote =
    steps.length > 1 ? [line("Each edit was previewed alone; together they may flip others.", "aside")] : [];
  if (counts.length === 0) {
    terminal.print([
      line(`No stored request would flip by any of ${counted(steps.length, "edit")}.`, "good"),
      ...aloneNote,
    ]);
    return DONE;
  }
  // Several edits may flip the same request. If not all flips of an edit are listed, only a lower bound of the number
  // of requests is known.
  const most = Math.max(...counts);
  const atLeast = counts.length > 1 && most > MOST_FLIPS ? "at least " : "";
  const requests = counted(Math.max(most, listed.size), "request");
  const sum = `${counted(counts.length, "edit")} of ${withCommas(steps.length)} would flip ${atLeast}${requests}.`;
  terminal.print([line(sum, "heading"), ...aloneNote]);
  return options.refuseFlips ? FAILED : ONLY_SHOWN;
}

interface Flips extends Pick<PreviewPage, "flippedCount" | "unchangedCount"> {
  readonly flips: readonly Flip[];
}

async function flipsOf(boundaries: Pick<Boundaries, "preview">, step: Step): Promise<Answered<Flips>> {
  const removes = step.kind === "remove";
  const { text } = removes ? step.existing : step.wanted;
  const flips: Flip[] = [];
  let nextPageKey: string | null = null;
  for (;;) {
    const page: Answered<PreviewPage> = await boundaries.preview(text, removes, nextPageKey);
    if (!page.ok) return page;
    flips.push(...page.answer.flips);
    const { flippedCount, unchangedCount } = page.answer;
    nextPageKey = page.answer.nextPageKey;
    if (nextPageKey === null || flips.length >= MOST_FLIPS || page.answer.flips.length === 0)
      return { ok: true, answer: { flips: flips.slice(0, MOST_FLIPS), flippedCount, unchangedCount } };
  }
}
