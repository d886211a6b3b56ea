import type { FileHistory } from "./file-versions.ts";

/** What a later text of an interface takes from those who use the earlier one, each in a sentence. */
export interface Changes {
  /** What they can do no more. */
  readonly breaks: readonly string[];
  /** What may surprise them. */
  readonly dangers: readonly string[];
}

export type Compare = (before: string, after: string) => Changes;

/** A break and the commit that made it; undefined when it is not committed yet. */
export interface FoundBreak {
  readonly sentence: string;
  readonly commit: string | undefined;
}

export interface Judgement {
  /** What was laid beside what; undefined where nothing could be. */
  readonly compared: string | undefined;
  /** Why there was less than there might be; undefined when nothing is missing. */
  readonly missing: string | undefined;
  readonly breaks: readonly FoundBreak[];
  /** Of the newest change alone. */
  readonly dangers: readonly string[];
}

interface Version {
  /** Undefined for what is not committed. */
  readonly commit: string | undefined;
  readonly text: string;
}
interface Step {
  readonly before: Version;
  readonly after: Version;
}

/**
 * Compares an interface as it is now with its last commit, and each version in the history with the one before it: what
 * was committed in several steps, or by somebody who did not look, is found as well. What a later version gave back is
 * no break any more.
 */
export function judgeChanges(now: string, { versions, cut }: FileHistory, compare: Compare): Judgement {
  const [newest] = versions;
  const isCommitted = newest?.text === now;
  const line: Version[] = [...(isCommitted ? [] : [{ commit: undefined, text: now }]), ...versions];
  const steps = line.flatMap((after, n): Step[] => {
    const before = line[n + 1];
    return before ? [{ before, after }] : [];
  });
  const breaks = steps.flatMap(({ before, after }) => {
    const left = new Set(compare(before.text, now).breaks.map(placeOf));
    return compare(before.text, after.text)
      .breaks.filter((sentence) => left.has(placeOf(sentence)))
      .map((sentence): FoundBreak => ({ sentence, commit: after.commit }));
  });
  const [last] = steps;
  return {
    compared: describe(steps, newest?.commit),
    missing: cut ?? (steps.length === 0 ? "there is no earlier version" : undefined),
    breaks,
    dangers: last ? compare(last.before.text, last.after.text).dangers : [],
  };
}

/** Of a type that changed twice, the two sentences differ in their ends alone. */
function placeOf(sentence: string): string {
  return sentence.replace(/ from .+ to .+\.$/, "");
}

function describe(steps: readonly Step[], committed: string | undefined): string | undefined {
  const [last, ...earlier] = steps;
  if (last === undefined) return undefined;
  const changes = `${earlier.length} earlier change${earlier.length === 1 ? "" : "s"}`;
  const rest = earlier.length === 0 ? "" : `, and ${changes} one by one`;
  return last.after.commit === undefined
    ? `the working tree beside commit ${committed}${rest}`
    : `commit ${committed} beside the version before it${rest}`;
}
