import { join } from "node:path";
import { readFileVersions } from "./file-versions.ts";
import { type Compare, type FoundBreak, type Judgement, judgeChanges } from "./judge-changes.ts";
import { breaksLine, readNamedBreaks } from "./named-breaks.ts";

/** An interface that others use. */
export interface PublicInterface {
  /** Such as "graph". */
  readonly name: string;
  /** Where its text is committed, from the root. */
  readonly file: string;
  /** Its text as the sources have it now. */
  readonly now: string;
  readonly compare: Compare;
}

/** So many changes of an interface are looked at, the newest first. */
const MOST_VERSIONS = 10;
const RECORDS = "docs/decisions";

/** What is to be said of all interfaces, and whether something is broken that no decision record names. */
export function checkInterfaces(
  root: string,
  interfaces: readonly PublicInterface[],
): { readonly text: string; readonly isBroken: boolean } {
  const named = readNamedBreaks(join(root, RECORDS));
  const judged = interfaces.map(({ name, file, now, compare }) => {
    const judgement = judgeChanges(now, readFileVersions(root, file, MOST_VERSIONS), compare);
    return { name, judgement, unnamed: judgement.breaks.filter(({ sentence }) => !named.has(sentence)) };
  });
  const unnamed = new Set(judged.flatMap((one) => one.unnamed.map(({ sentence }) => sentence)));
  const lines = judged.flatMap(({ name, judgement, unnamed }) => [
    `${name}: ${outcome(judgement, unnamed)}`,
    ...unnamed.map((found) => `  breaks${madeIn(found)}: ${found.sentence}`),
    ...judgement.dangers.map((sentence) => `  told, not refused: ${sentence}`),
  ]);
  return { text: [...lines, ...whatToDo([...unnamed])].join("\n"), isBroken: unnamed.size > 0 };
}

function outcome({ compared, missing, breaks }: Judgement, unnamed: readonly FoundBreak[]): string {
  if (compared === undefined) return `compared with nothing: ${missing}`;
  const named = breaks.length - unnamed.length;
  const found =
    unnamed.length > 0 ? "BROKEN" : named > 0 ? `breaks only what a decision names (${named})` : "nothing breaks";
  return `${found}: ${compared}${missing === undefined ? "" : `; nothing older, for ${missing}`}`;
}

const madeIn = ({ commit }: FoundBreak) => (commit === undefined ? "" : ` since commit ${commit}`);

function whatToDo(sentences: readonly string[]): string[] {
  if (sentences.length === 0) return [];
  return [
    "",
    "Clients that work today would not any more. Give back what is gone, or, if it is meant, write this into a decision",
    `record in ${RECORDS} (NNNN-title.md), each on a line of its own:`,
    "",
    ...sentences.map(breaksLine),
  ];
}
