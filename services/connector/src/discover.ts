import { accountIdOf } from "./account-id.ts";
import { type Cell, cellText, type DiscoveredItem } from "./discovered-item.ts";
import { fitItem } from "./fit-item.ts";
import { type KeptItems, keepItems } from "./kept-items.ts";
import type { Finding, FoundItem, Reader, Stated } from "./reader.ts";
import { type SourceFile, UnreadableFile } from "./readers/read-text.ts";
import { countReasons, type Reason } from "./reasons.ts";

const MOST_EXAMPLES = 3;

/**
 * A cell that the files show, and whether they show all of its items. A cell is the items of one type in one region of
 * one account. The cell of an empty listing has no items.
 */
export interface FoundCell extends Cell {
  readonly typeName: string;
  readonly count: number;
  readonly cloudAccountId: string | undefined;
  /** Why the files may lack an item of this cell. Undefined if they show all items of the cell. */
  readonly partial: { readonly why: string; readonly ofProblems: boolean } | undefined;
}

/** What the files contain. */
export interface Discovery {
  /** The items, each with the index of its cell in `cells`. */
  readonly items: KeptItems;
  readonly cells: readonly FoundCell[];
  /** For each file, the number of its items by the display name of their type. */
  readonly files: readonly { readonly name: string; readonly counts: ReadonlyMap<string, number> }[];
  /** Records that could not be used and are not sent. */
  readonly problems: readonly Reason[];
  /** Records sent in part, or left out on purpose. */
  readonly notes: readonly Reason[];
  readonly examples: readonly DiscoveredItem[];
}

export type Discovered =
  | { readonly ok: true; readonly discovery: Discovery }
  /**
   * The result if a file can't be used, if flags are missing, or if `--account` is given for files of several accounts.
   * A sentence about a file begins with the file's name.
   */
  | { readonly ok: false; readonly kind: "unreadable" | "missing-flags"; readonly sentences: readonly string[] };

/**
 * A reason why the files may lack items of some cells. It applies to every cell that matches `file`, `type` and
 * `cloudAccountId`. A member that is left out matches every cell.
 */
interface Gap {
  readonly file?: string;
  readonly type?: string | undefined;
  readonly cloudAccountId?: string | undefined;
  readonly why: string;
  readonly ofProblems: boolean;
}

interface OpenCell extends Cell {
  readonly cloudAccountId: string | undefined;
  readonly typeName: string;
  readonly files: Set<string>;
  count: number;
}

/**
 * Reads the items in the files. All files are read before the first upload: this upload fixes the scope of the run, and
 * the scope depends on the content of all files.
 */
export async function discover(
  { reader, onItems }: { readonly reader: Reader; readonly onItems: (count: number, file: string) => void },
  files: readonly SourceFile[],
  stated: Stated,
): Promise<Discovered> {
  const items = keepItems();
  const cells = new Map<string, OpenCell & { readonly index: number }>();
  const seen = new Set<string>();
  const gaps = new Map<string, Gap>();
  const missingFlags = new Set<string>();
  const unreadable = new Map<string, string>();
  const cloudAccounts = new Set<string>();
  const problems = countReasons();
  const notes = countReasons();
  const examples: DiscoveredItem[] = [];
  const counted: { name: string; counts: Map<string, number> }[] = [];

  for (const file of files)
    await refusing(file, async () => {
      await reader.learn?.(file);
    });
  for (const file of files.filter(({ name }) => !unreadable.has(name))) {
    const counts = new Map<string, number>();
    counted.push({ name: file.name, counts });
    await refusing(file, async () => {
      for await (const finding of reader.read(file)) take(file, finding, counts);
    });
  }
  if (unreadable.size > 0)
    return { ok: false, kind: "unreadable", sentences: [...unreadable].map(([name, message]) => `${name} ${message}`) };
  if (stated.account !== undefined && cloudAccounts.size > 1)
    missingFlags.add(
      `--account names one account, but the files show ${cloudAccounts.size} (${[...cloudAccounts].slice(0, 3).join(", ")}): omit it, or give the files of one account at a time`,
    );
  if (missingFlags.size > 0) return { ok: false, kind: "missing-flags", sentences: [...missingFlags] };
  const found = [...cells.values()].map((cell) => {
    const { accountId, region, type, typeName, count, cloudAccountId } = cell;
    return { accountId, region, type, typeName, count, cloudAccountId, partial: gapIn(cell) };
  });
  return {
    ok: true,
    discovery: { items, cells: found, files: counted, problems: problems.all(), notes: notes.all(), examples },
  };

  async function refusing(file: SourceFile, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      unreadable.set(file.name, error.message);
    }
  }

  /**
   * Returns a reason why the files may lack items of the cell, or undefined if there is none. A reason is either a
   * partial listing or unusable records. A partial listing always prevents the clean-up of the cell. Unusable records
   * prevent the clean-up by default, but an option can allow it. If there are reasons of both kinds, the function
   * returns a partial listing.
   */
  function gapIn({ files: shownIn, type, cloudAccountId }: OpenCell): Gap | undefined {
    const hits = [...gaps.values()].filter(
      (gap) =>
        (gap.file === undefined || shownIn.has(gap.file)) &&
        (gap.type === undefined || gap.type === type) &&
        (gap.cloudAccountId === undefined || gap.cloudAccountId === cloudAccountId),
    );
    return hits.find((gap) => !gap.ofProblems) ?? hits[0];
  }

  function note(gap: Gap): void {
    gaps.set(JSON.stringify(gap), gap);
  }

  function take(file: SourceFile, finding: Finding, counts: Map<string, number>): void {
    const { name } = file;
    if (finding.kind === "refused") unreadable.set(name, finding.message);
    else if (finding.kind === "note") notes.add(finding.message, `${name}, ${finding.place}`);
    else if (finding.kind === "left-out") notes.add(`left out: ${finding.what}`, name);
    else if (finding.kind === "partial") {
      const { type, cloudAccountId, why } = finding;
      note({ file: name, type, cloudAccountId, why: `${name}: ${why}`, ofProblems: false });
    } else if (finding.kind === "none") takeNone(name, finding);
    else if (finding.kind === "problem") takeProblem(name, finding.place, finding.message, finding.type);
    else takeItem(name, finding.place, finding.item, counts);
  }

  /**
   * Stores the problem of a record that cannot be used. The record may belong to any cell of its type, which means to
   * any region of any account, even in another file. All cells of this type are therefore marked as possibly
   * incomplete. If the type of the record is unknown, all cells of all types are marked.
   */
  function takeProblem(file: string, place: string, message: string, type: string | undefined): void {
    problems.add(message, `${file}, ${place}`);
    note({ type, why: "records that may belong to it could not be used", ofProblems: true });
  }

  /**
   * Processes an empty listing. It has no record that would contain the account and the region. The flags give the
   * account, and the listing or the flags give the region.
   */
  function takeNone(
    file: string,
    { type, typeName, region = stated.region }: Extract<Finding, { kind: "none" }>,
  ): void {
    const accountId = accountOf({ cloudAccountId: stated.cloudAccount ?? stated.cluster });
    if (accountId !== undefined && region !== undefined)
      cellOf(file, { accountId, region, type }, typeName, stated.cloudAccount);
    else {
      const flags = region === undefined ? `${reader.accountFlag} and --region` : reader.accountFlag;
      notes.add(`no ${typeName} in it; give ${flags} to remove what is gone`, file);
    }
  }

  function takeItem(file: string, place: string, item: FoundItem, counts: Map<string, number>): void {
    const cloudAccountId = item.cloudAccountId ?? stated.cloudAccount;
    const accountId = item.accountId ?? accountOf({ cloudAccountId });
    const region = item.region ?? stated.region;
    if (accountId === undefined)
      missingFlags.add(
        `${file} does not name the account of its records (${item.typeName}): give ${reader.accountFlag}`,
      );
    if (region === undefined)
      missingFlags.add(`${file} does not name the region of its records (${item.typeName}): give --region`);
    if (accountId === undefined || region === undefined) return;
    if (cloudAccountId !== undefined) cloudAccounts.add(cloudAccountId);
    const fitted = fitItem({ ...item, cloudAccountId, accountId, region });
    if (!fitted.ok) {
      takeProblem(file, place, fitted.message, item.type);
      return;
    }
    const key = JSON.stringify([accountId, region, item.type, item.id]);
    if (seen.has(key)) {
      notes.add(`duplicate ${item.typeName}; the first is sent`, `${file}, ${place}`);
      return;
    }
    seen.add(key);
    for (const note of fitted.notes) notes.add(note, `${file}, ${place}`);
    const cell = cellOf(file, fitted.item, item.typeName, cloudAccountId);
    cell.count += 1;
    counts.set(item.typeName, (counts.get(item.typeName) ?? 0) + 1);
    items.add(cell.index, fitted.item);
    if (examples.length < MOST_EXAMPLES) examples.push(fitted.item);
    onItems(items.count, file);
  }

  function accountOf({ cloudAccountId }: { cloudAccountId: string | undefined }): string | undefined {
    return stated.account ?? (cloudAccountId && accountIdOf(reader.provider, cloudAccountId));
  }

  function cellOf(file: string, { accountId, region, type }: Cell, typeName: string, cloudAccountId?: string) {
    const key = cellText({ accountId, region, type });
    const cell = cells.get(key) ?? {
      ...{ accountId, region, type, typeName, cloudAccountId },
      files: new Set<string>(),
      count: 0,
      index: cells.size,
    };
    cells.set(key, cell);
    cell.files.add(file);
    return cell;
  }
}
