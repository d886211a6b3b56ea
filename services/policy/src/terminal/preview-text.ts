import type { Flip, PreviewPage } from "../boundaries.ts";
import { idOf, type Step } from "../plan-changes.ts";
import { withCommas } from "./counted.ts";
import { type Line, line } from "./line.ts";

const signs = { create: "+", change: "~", remove: "-" } as const;
const tones = { create: "added", change: "changed", remove: "removed" } as const;

/**
 * Describes one edit, with the number of requests whose verdict it would change. Lists the requests in `flips`, each
 * with the reason for the new verdict. If there are more such requests, says how many more.
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
