import { join } from "node:path";
import { type FileHistory, readFileVersions } from "./file-versions.ts";
import { type Compare, type FoundBreak, type Judgement, judgeChanges } from "./judge-changes.ts";
import { breaksLine, readNamedBreaks } from "./named-breaks.ts";

/** An interface that clients use. */
export interface PublicInterface {
  /** The name of the interface, such as "graph". */
  readonly name: string;
  /** The committed file, relative to the root. */
  readonly file: string;
  /** The current text of the interface. */
  readonly now: string;
  readonly compare: Compare;
  /** The versions to compare with. The default is the local history of the file. */
  readonly history?: FileHistory;
}

/** How many committed versions of an interface are compared, the newest first. */
const MOST_VERSIONS = 10;
const RECORDS = "docs/decisions";

/** Returns the report on all interfaces, and whether it contains a break that no decision record names. */
export function checkInterfaces(
  root: string,
  interfaces: readonly PublicInterface[],
): { readonly text: string; readonly isBroken: boolean } {
  const named = readNamedBreaks(join(root, RECORDS));
  const judged = interfaces.map(
    ({ name, file, now, compare, history = readFileVersions(root, file, MOST_VERSIONS) }) => {
      const judgement = judgeChanges(now, history, compare);
      return { name, judgement, unnamed: judgement.breaks.filter(({ sentence }) => !named.has(sentence)) };
    },
  );
  const unnamed = new Set(judged.flatMap((one) => one.unnamed.map(({ sentence }) => sentence)));
  const lines = judged.flatMap(({ name, judgement, unnamed }) => [
    `${name}: ${outcome(judgement, unnamed)}`,
    ...unnamed.map((found) => `  breaks${madeIn(found)}: ${found.sentence}`),
    ...judgement.dangers.map((sentence) => `  dangerous: ${sentence}`),
  ]);
  return { text: [...lines, ...whatToDo([...unnamed])].join("\n"), isBroken: unnamed.size > 0 };
}

function outcome({ compared, missing, breaks }: Judgement, unnamed: readonly FoundBreak[]): string {
  if (compared === undefined) return `compared with nothing: ${missing}`;
  const named = breaks.length - unnamed.length;
  const found =
    unnamed.length > 0 ? "BROKEN" : named > 0 ? `breaks only what a decision names (${named})` : "nothing breaks";
  return `${found}: ${compared}${missing === undefined ? "" : `; nothing older, because ${missing}`}`;
}

const madeIn = ({ commit }: FoundBreak) => (commit === undefined ? "" : ` since commit ${commit}`);

function whatToDo(sentences: readonly string[]): string[] {
  if (sentences.length === 0) return [];
  return [
    "",
    "This breaks clients. Revert it, or, if it is intended, add these lines to a decision record in",
    `${RECORDS} (NNNN-title.md):`,
    "",
    ...sentences.map(breaksLine),
  ];
}
