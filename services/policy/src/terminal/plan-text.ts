import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { MemberChange } from "../changes-of-text.ts";
import { networkObjectText, serviceObjectText } from "../object-text.ts";
import { type Plan, type Step, stepCount } from "../plan-changes.ts";
import { placeText } from "../policy-boundary.ts";
import { countedBoundaries, listed, withCommas } from "./counted.ts";
import { type Line, line } from "./line.ts";

const MOST_ENTRIES = 20;
const MOST_NAMED = 20;
const MOST_CHARACTERS = 160;

/** Describes the complete difference, with a summary. */
export function planText(plan: Plan): Line[] {
  const { creations, changes, removals } = plan;
  const steps = [...creations, ...changes, ...removals].flatMap((step) => stepText(step));
  return [...steps, ...(steps.length > 0 ? [line("")] : []), summaryLine(plan), ...leftOverText(plan)];
}

/** Returns a line such as "Plan: 3 to add, 1 to change, 0 to remove." */
function summaryLine(plan: Plan): Line {
  const { creations, changes, removals, unchanged } = plan;
  if (stepCount(plan) === 0) return line(`Nothing to do: ${countedBoundaries(unchanged)} equal the files.`, "good");
  const counts = [creations, changes, removals].map(({ length }) => withCommas(length));
  return line(`Plan: ${counts[0]} to add, ${counts[1]} to change, ${counts[2]} to remove.`, "heading");
}

function leftOverText({ leftOver, source }: Plan): Line[] {
  if (leftOver.length === 0) return [];
  const names = listed(
    leftOver.map(({ text }) => text.id),
    MOST_NAMED,
  );
  const [are, stay] = leftOver.length === 1 ? ["is", "stays"] : ["are", "stay"];
  return [
    line(`${countedBoundaries(leftOver.length)} of "${source}" ${are} in no file and ${stay}: ${names}`, "doubtful"),
    line("  --delete removes what is in no file.", "doubtful"),
  ];
}

/** Describes one step: a sign (`+`, `~` or `-`), the id of the boundary, and the difference. */
function stepText(step: Step): Line[] {
  switch (step.kind) {
    case "create": {
      const { text, place } = step.wanted;
      return [
        line(`  + ${text.id}  (${placeText(place)})`, "added"),
        ...textLines(text).map((textLine) => line(`      ${textLine}`)),
      ];
    }
    case "change": {
      const { wanted, existing, members } = step;
      const head = `  ~ ${wanted.text.id}  (${placeText(wanted.place)}; revision ${existing.revision})`;
      return [line(head, "changed"), ...members.flatMap(memberLines)];
    }
    case "remove": {
      const { text, revision, updatedBy, updatedAt } = step.existing;
      const since = `revision ${revision}, by ${updatedBy} on ${updatedAt.slice(0, 10)}`;
      return [
        line(`  - ${text.id}  (${since})`, "removed"),
        ...textLines(text).map((textLine) => line(`      ${textLine}`)),
      ];
    }
  }
}

/** Explains why the removal needs --force. */
export function tooMuchText({ removals, existing, source }: Plan): Line[] {
  const share = Math.round((removals.length * 100) / existing);
  return [
    line(
      `This would remove ${withCommas(removals.length)} of the ${countedBoundaries(existing)} of "${source}" (${share} %).`,
      "wrong",
    ),
    line("Removing more than 30 % needs --force. Nothing was changed."),
  ];
}

/** Lists the ids in the files that already belong to another source or to no source. */
export function foreignText({ foreign, source }: Plan): Line[] {
  const lines = foreign.slice(0, MOST_NAMED).map(({ wanted, existing }) => {
    const owner =
      existing.text.source === null ? "belongs to no source" : `belongs to the source "${existing.text.source}"`;
    return line(`${placeText(wanted.place)}: "${wanted.text.id}" exists and ${owner}`, "wrong");
  });
  const more = foreign.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [line(`... and ${withCommas(more)} more`, "wrong")] : []),
    line(
      `"${source}" changes only its own boundaries: use another id, or remove the other boundary first. Nothing was changed.`,
    ),
  ];
}

/** Describes a boundary in two lines. */
function textLines(text: BoundaryText): string[] {
  const { action, enforced, score, ruleActions, partialMatch, projectIds } = text;
  const traits = [
    score === null ? action : `${action} ${score}`,
    JSON.stringify(text.name),
    ...(enforced ? [] : ["not enforced"]),
    ...(ruleActions.length === 1 && ruleActions[0] === "Allow" ? [] : [`for ${ruleActions.join(" and ")} rules`]),
    ...(partialMatch === "Fail" ? ["in part: Fail"] : []),
    ...(projectIds === null ? [] : [`only for ${listed(projectIds)}`]),
  ];
  const sides = [
    listed(text.sources.map(networkObjectText)),
    listed(text.destinations.map(networkObjectText)),
    listed(text.services.map(serviceObjectText)),
  ];
  return [traits.join("  "), `${sides[0]}  ->  ${sides[1]}  :  ${sides[2]}`];
}

function memberLines(change: MemberChange): Line[] {
  if (change.kind === "value") {
    const [from, to] = apart(change.from, change.to);
    return [line(`      ${change.member}: ${from} -> ${to}`)];
  }
  const entries = [
    ...change.removed.map((entry) => line(`        - ${entry}`, "removed")),
    ...change.added.map((entry) => line(`        + ${entry}`, "added")),
  ];
  const more = entries.length - MOST_ENTRIES;
  return [
    line(`      ${change.member}:`),
    ...entries.slice(0, MOST_ENTRIES),
    ...(more > 0 ? [line(`        ... and ${withCommas(more)} more`)] : []),
  ];
}

/** Shortens two texts to the part around their first difference, if at least one of the texts is too long. */
function apart(from: string, to: string): [string, string] {
  if (from.length <= MOST_CHARACTERS && to.length <= MOST_CHARACTERS) return [from, to];
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  const start = Math.max(0, same - 30);
  const cut = (text: string) => {
    const end = start + MOST_CHARACTERS;
    return `${start > 0 ? "..." : ""}${text.slice(start, end)}${end < text.length ? "..." : ""}`;
  };
  return [cut(from), cut(to)];
}
