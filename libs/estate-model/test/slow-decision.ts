import type { SnapshotPart, SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { type PlainConnection, slowMatching } from "./slow-matching.ts";

type Ending = "ACCEPT" | "DROP" | "passed";

/**
 * Returns every decision that a device may make about one connection. Walks the rows, and follows both possibilities
 * where it is uncertain whether a row matches.
 */
export function slowDecisions(parts: readonly SnapshotPart[], connection: PlainConnection): ReadonlySet<Ending> {
  const policies = slowPolicies(parts);
  const entries = slowEntries(parts, connection);
  const matchesIn = slowMatching(parts, connection);
  const matches = (row: SnapshotRow, isTracked: boolean) => matchesIn(row, isTracked ? "tracked" : "untracked");

  /**
   * Returns all results that a policy may have for the connection, beginning at row `at`. Each result is a pair. The
   * first member says whether the connection is accepted, dropped or passed on. The second says whether the connection
   * is tracked afterwards.
   */
  function walk(name: string, at: number, isTracked: boolean): [Ending, boolean][] {
    const row = policies.get(name)?.[at];
    if (!row) return [["passed", isTracked]];
    const matched = matches(row, isTracked);
    const next = () => walk(name, at + 1, isTracked);
    if (matched === "no") return next();
    return matched === "yes" ? follow(row, name, at, isTracked) : [...follow(row, name, at, isTracked), ...next()];
  }

  function follow(row: SnapshotRow, name: string, at: number, isTracked: boolean): [Ending, boolean][] {
    switch (row.action) {
      case "ACCEPT":
        return [["ACCEPT", isTracked]];
      case "DROP":
      case "REJECT":
        return [["DROP", isTracked]];
      case "RETURN":
        return [["passed", isTracked]];
      case "NONE":
        return walk(name, at + 1, isTracked).map(([ending, tracked]) => [ending, tracked && !row.untracks]);
      case "GOTO":
        return walk(row.target ?? "", 0, isTracked);
      case "JUMP":
        return walk(row.target ?? "", 0, isTracked).flatMap(([ending, tracked]) =>
          ending === "passed"
            ? walk(name, at + 1, isTracked).map(([later, still]): [Ending, boolean] => [later, still && tracked])
            : [[ending, tracked] as [Ending, boolean]],
        );
    }
  }

  function walkEntries(index: number, isTracked: boolean): Ending[] {
    const entry = entries[index];
    if (!entry) return ["ACCEPT"];
    // All rows of an entry see the state (tracked or untracked) that the connection had when it reached the entry. A
    // row that stops the tracking affects only later entries.
    const inOrder = (place: number, still: boolean): [Ending, boolean][] => {
      const policy = entry.policies[place];
      if (policy === undefined) return [["DROP", still]];
      return walk(policy, 0, isTracked).flatMap(([ending, tracked]) =>
        ending === "passed" ? inOrder(place + 1, still && tracked) : [[ending, still && tracked] as [Ending, boolean]],
      );
    };
    return inOrder(0, isTracked).flatMap(([ending, tracked]) =>
      ending === "ACCEPT" ? walkEntries(index + 1, isTracked && tracked) : ["DROP" as const],
    );
  }
  return new Set(walkEntries(0, true));
}

export function slowPolicies(parts: readonly SnapshotPart[]): ReadonlyMap<string, readonly SnapshotRow[]> {
  const policies = new Map<string, SnapshotRow[]>();
  for (const part of parts)
    if (part.kind === "policy") policies.set(part.name, [...(policies.get(part.name) ?? []), ...part.rows]);
  return policies;
}

/** Returns the entries that a connection reaches, in order. */
export function slowEntries(parts: readonly SnapshotPart[], { family, from, to }: PlainConnection) {
  const entries = parts.flatMap((part) => (part.kind === "interfaces" ? part.entries : []));
  const inside = from === null ? "OUTPUT" : to === null ? "INPUT" : "FORWARD";
  return ["IN", inside, "OUT"].flatMap((direction) =>
    entries.filter((entry) => {
      if (entry.direction !== direction || !entry.families.some((one) => one === family)) return false;
      const at = direction === "OUT" || direction === "OUTPUT" ? to : from;
      return (direction === inside || at !== null) && (entry.interface === null || entry.interface === at);
    }),
  );
}
