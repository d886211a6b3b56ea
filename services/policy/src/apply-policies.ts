import { DONE, FAILED, INTERRUPTED, ONLY_SHOWN } from "@network-access/service-runtime/exit-codes";
import { applySteps, type StopReason } from "./apply-steps.ts";
import type { Boundaries } from "./boundaries.ts";
import { orderSteps } from "./order-steps.ts";
import { idOf, type Plan, planChanges, removesTooMuch, type Step, stepCount } from "./plan-changes.ts";
import type { Policies } from "./read-policies.ts";
import { readStored } from "./read-stored.ts";
import { counted, countedBoundaries, withCommas } from "./terminal/counted.ts";
import { errorsText, failureText } from "./terminal/failure-text.ts";
import { line } from "./terminal/line.ts";
import { foreignText, planText, tooMuchText } from "./terminal/plan-text.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface ApplyPoliciesNeeds {
  readonly terminal: Terminal;
  readonly boundaries: Boundaries;
  readonly readFiles: () => Promise<Policies>;
  readonly isInterrupted: () => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

export interface ApplyOptions {
  readonly source: string;
  readonly removes: boolean;
  readonly force: boolean;
  /** True to apply the difference without asking the user. */
  readonly yes: boolean;
  /** The service's address, which the confirmation prompt contains. */
  readonly where: string;
}

/**
 * Shows the difference between the files and the service. Applies it if the user confirms, or if `yes` is set. Returns
 * the exit code.
 */
export async function applyPolicies(needs: ApplyPoliciesNeeds, options: ApplyOptions): Promise<number> {
  const { terminal } = needs;
  const plan = await comparePolicies(needs, options);
  if (typeof plan === "number") return plan;
  terminal.print(planText(plan));
  if (stepCount(plan) === 0) return DONE;
  if (removesTooMuch(plan) && !options.force) {
    terminal.complain(tooMuchText(plan));
    return FAILED;
  }
  if (!options.yes) {
    const answer = await terminal.ask?.(`Apply this to ${options.where}? Only "yes" applies it: `);
    if (answer !== "yes") {
      if (needs.isInterrupted()) {
        terminal.complain([line(""), line("Interrupted; nothing was changed.", "wrong")]);
        return INTERRUPTED;
      }
      const why = terminal.ask === null ? " Without a terminal, --yes applies it." : "";
      terminal.print([line(`Nothing was changed.${why}`)]);
      return ONLY_SHOWN;
    }
  }
  return carryOut(needs, plan);
}

/**
 * Compares the files with the service and returns the plan. If the comparison fails, prints the reason and returns the
 * exit code.
 */
export async function comparePolicies(
  { terminal, boundaries, readFiles, isInterrupted }: Omit<ApplyPoliciesNeeds, "pause">,
  { source, removes }: Pick<ApplyOptions, "source" | "removes">,
): Promise<Plan | number> {
  const { boundaries: wanted, errors, files } = await readFiles();
  if (errors.length > 0) {
    const found = `${counted(errors.length, "error")} in the files; nothing was changed.`;
    terminal.complain([...errorsText(errors), line(found, "heading")]);
    return FAILED;
  }
  const ids = new Set(wanted.map(({ text }) => text.id));
  const onPage = (read: number) => terminal.status.show(`reading the service: ${countedBoundaries(read)}`);
  const stored = await readStored({ boundaries, onPage }, ({ text }) => text.source === source || ids.has(text.id));
  terminal.status.clear();
  if (!stored.ok) {
    terminal.complain([...failureText(stored.failure), line("Nothing was changed.")]);
    return isInterrupted() ? INTERRUPTED : FAILED;
  }
  const plan = planChanges(wanted, stored.answer, { source, removes });
  const inFiles = `${countedBoundaries(wanted.length)} in ${counted(files, "file")}`;
  terminal.print([line(`${inFiles}; the source "${source}" has ${withCommas(plan.existing)}.`), line("")]);
  if (plan.foreign.length === 0) return plan;
  terminal.complain(foreignText(plan));
  return FAILED;
}

async function carryOut(needs: ApplyPoliciesNeeds, plan: Plan): Promise<number> {
  const { terminal, boundaries, isInterrupted, pause } = needs;
  const steps = orderSteps(plan);
  const onStep = (done: number, step: Step) =>
    terminal.status.show(`${withCommas(done)} of ${withCommas(steps.length)}: ${idOf(step)}`);
  const { done, stopped } = await applySteps({ boundaries, onStep, isInterrupted, pause }, steps);
  terminal.status.clear();
  if (stopped === null) {
    const { creations, changes, removals } = plan;
    const counts = [creations, changes, removals].map(({ length }) => withCommas(length));
    terminal.print([line(`Applied: ${counts[0]} added, ${counts[1]} changed, ${counts[2]} removed.`, "good")]);
    return DONE;
  }
  terminal.complain([
    ...stopText(stopped.at, stopped.reason),
    line(`${withCommas(done)} of ${withCommas(steps.length)} steps are done. Run the same command again for the rest.`),
  ]);
  return stopped.reason.kind === "interrupted" ? INTERRUPTED : FAILED;
}

function stopText(at: Step, reason: StopReason) {
  if (reason.kind === "interrupted") return failureText(reason);
  if (reason.kind !== "changed") return [line(`Stopped at "${idOf(at)}":`, "wrong"), ...failureText(reason)];
  return [
    line(`Stopped at "${idOf(at)}": it was changed meanwhile, and that change was kept.`, "wrong"),
    line(`  ${reason.message}`, "wrong"),
  ];
}
