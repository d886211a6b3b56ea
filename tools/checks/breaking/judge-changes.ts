import type { FileHistory } from "./file-versions.ts";

/** How the new text of an interface affects clients of the old text, in sentences. */
export interface Changes {
  /** What no longer works. */
  readonly breaks: readonly string[];
  /** What may behave differently. */
  readonly dangers: readonly string[];
}

export type Compare = (before: string, after: string) => Changes;

/**
 * A sentence about a breaking change, and the commit that contains the change. The commit is undefined if the change is
 * not committed yet.
 */
export interface FoundBreak {
  readonly sentence: string;
  readonly commit: string | undefined;
}

export interface Judgement {
  /** The compared versions. Undefined if nothing could be compared. */
  readonly compared: string | undefined;
  /** Why older versions were not compared. Undefined if all versions were compared. */
  readonly missing: string | undefined;
  readonly breaks: readonly FoundBreak[];
  /** The dangers of the newest change only. */
  readonly dangers: readonly string[];
}

interface Version {
  /** Undefined if the change is not committed. */
  readonly commit: string | undefined;
  readonly text: string;
}
interface Step {
  readonly before: Version;
  readonly after: Version;
}

/**
 * Compares each version of an interface with the version before it, from the current text back through the history. The
 * comparison thus also finds breaks that are already committed. Ignores breaks that a later version reverted.
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

/**
 * Returns a sentence without "from ... to ..." at its end. If the type of a member changed twice, the two sentences
 * differ only in this ending.
 */
function placeOf(sentence: string): string {
  return sentence.replace(/ from .+ to .+\.$/, "");
}

function describe(steps: readonly Step[], committed: string | undefined): string | undefined {
  const [last, ...earlier] = steps;
  if (last === undefined) return undefined;
  const changes = `${earlier.length} earlier change${earlier.length === 1 ? "" : "s"}`;
  const rest = earlier.length === 0 ? "" : `, and ${changes} one by one`;
  return last.after.commit === undefined
    ? `the working tree against commit ${committed}${rest}`
    : `commit ${committed} against the version before it${rest}`;
}
