import type { Flip, PreviewPage } from "../boundaries.ts";
import { idOf, type Step } from "../plan-changes.ts";
import { withCommas } from "./counted.ts";
import { type Line, line } from "./line.ts";

const signs = { create: "+", change: "~", remove: "-" } as const;
const tones = { create: "added", change: "changed", remove: "removed" } as const;

/**
 * Describes one edit and how many requests would get another verdict. Lists the requests in `flips` with the reasons
 * for their new verdicts, and says how many more there are.
 */
export function flipsText(
  step: Step,
  flips: readonly Flip[],
  { flippedCount, unchangedCount }: Pick<PreviewPage, "flippedCount" | "unchangedCount">,
): Line[] {
  const all = flippedCount + unchangedCount;
  const count = flippedCount === 0 ? "flips nothing" : `would flip ${withCommas(flippedCount)}`;
  const head = line(
    `  ${signs[step.kind]} ${idOf(step)}: ${count} of ${withCommas(all)} stored requests`,
    tones[step.kind],
  );
  const more = flippedCount - flips.length;
  return [
    head,
    ...flips.flatMap(({ changeRequestId, revision, from, to, ruleId, reason }) => [
      line(
        `      ${changeRequestId} (revision ${revision}): ${from} -> ${to}${ruleId === null ? "" : `, rule ${ruleId}`}`,
        to === "Fail" || to === "Error" ? "wrong" : "doubtful",
      ),
      line(`        ${reason}`),
    ]),
    ...(more > 0 ? [line(`      ... and ${withCommas(more)} more`)] : []),
  ];
}
