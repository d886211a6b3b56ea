import type { SnapshotPart, SnapshotRow } from "@network-access/service-contracts/device-snapshot";

/** A revision as a client sent it. `configuredAt` is in milliseconds since 1970. */
export interface SlowRevision {
  readonly configuredAt: number;
  readonly parts: readonly SnapshotPart[];
}

interface Line {
  readonly text: string;
  readonly action: string;
  readonly created: number | null;
}

/**
 * Returns for each row of the last revision when it was first configured. The result is null for rows that the first
 * revision already had. Equal rows of consecutive revisions are paired. The remaining rows between two such pairs are
 * paired in order if they have the same action.
 */
export function slowCreation(revisions: readonly SlowRevision[]): readonly (number | null)[] {
  let before: ReadonlyMap<string, readonly Line[]> | undefined;
  for (const { configuredAt, parts } of revisions) {
    const policies = Map.groupBy(
      parts.filter((part) => part.kind === "policy"),
      ({ name }) => name,
    );
    const after = new Map<string, readonly Line[]>();
    for (const [name, sent] of policies) {
      const lines = sent.flatMap(({ rows }) => rows).map((row) => ({ text: textOf(row), action: row.action }));
      after.set(name, created(lines, before?.get(name), before && configuredAt));
    }
    before = after;
  }
  return [...(before?.values() ?? [])].flat().map((line) => line.created);
}

function textOf(row: SnapshotRow): string {
  return JSON.stringify({ ...row, number: 0 });
}

/**
 * Returns the lines with their creation times. A line takes the time of its counterpart in `old`, or `configuredAt` if
 * it has none.
 */
function created(
  lines: readonly Omit<Line, "created">[],
  old: readonly Line[] = [],
  configuredAt: number | null = null,
): readonly Line[] {
  const pairs = longestCommon(lines, old);
  let [at, oldAt] = [0, 0];
  const found: Line[] = [];
  for (const [to, oldTo] of [...pairs, [lines.length, old.length] as const]) {
    const rest = old.slice(oldAt, oldTo);
    for (const line of lines.slice(at, to)) {
      const same = rest.findIndex(({ action }) => action === line.action);
      const [one] = same < 0 ? [] : rest.splice(same, 1);
      found.push({ ...line, created: one ? one.created : configuredAt });
    }
    const [line, equal] = [lines[to], old[oldTo]];
    if (line && equal) found.push({ ...line, created: equal.created });
    [at, oldAt] = [to + 1, oldTo + 1];
  }
  return found;
}

/** Returns a longest common subsequence of two lists, as pairs of positions: one in `lines` and one in `old`. */
function longestCommon(
  lines: readonly Pick<Line, "text">[],
  old: readonly Pick<Line, "text">[],
): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: lines.length + 1 }, () => Array.from({ length: old.length + 1 }, () => 0));
  const lengthAt = (at: number, oldAt: number) => lengths[at]?.[oldAt] ?? 0;
  for (let at = lines.length - 1; at >= 0; at -= 1)
    for (let oldAt = old.length - 1; oldAt >= 0; oldAt -= 1) {
      const row = lengths[at] ?? [];
      row[oldAt] =
        lines[at]?.text === old[oldAt]?.text
          ? lengthAt(at + 1, oldAt + 1) + 1
          : Math.max(lengthAt(at + 1, oldAt), lengthAt(at, oldAt + 1));
    }
  const pairs: (readonly [number, number])[] = [];
  for (let [at, oldAt] = [0, 0]; at < lines.length && oldAt < old.length; )
    if (lines[at]?.text === old[oldAt]?.text) pairs.push([at++, oldAt++]);
    else if (lengthAt(at + 1, oldAt) >= lengthAt(at, oldAt + 1)) at += 1;
    else oldAt += 1;
  return pairs;
}
