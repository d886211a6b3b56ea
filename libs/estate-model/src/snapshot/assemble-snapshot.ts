import type { SnapshotEntry, SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import { findBrokenReference } from "./find-broken-reference.ts";
import { findLoop } from "./find-loop.ts";
import type { NotUnderstoodLine, Snapshot } from "./snapshot.ts";
import { SNAPSHOT_BOUNDS } from "./snapshot.ts";

/** `problem` says in one sentence what is wrong and where. */
export type Assembled =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly problem: string };

type Mutable<Name extends keyof Snapshot> = Map<
  string,
  Snapshot[Name] extends ReadonlyMap<string, infer V> ? V : never
>;

/**
 * Assembles a snapshot from its parts. The order of the parts matters: the rows of a policy and the text of a file are
 * joined in this order, and the parts of a policy must be consecutive. Refuses a snapshot that exceeds a limit or has
 * an error. Examples of errors are:
 * - a name that is defined twice or not at all
 * - a group that contains itself
 * - policies that call each other in a loop
 * - a text that should be an address but is not
 */
export function assembleSnapshot(parts: Iterable<SnapshotPart>): Assembled {
  const policies: Mutable<"policies"> = new Map();
  const networkObjects: Mutable<"networkObjects"> = new Map();
  const serviceObjects: Mutable<"serviceObjects"> = new Map();
  const schedules: Mutable<"schedules"> = new Map();
  const interfaces: Mutable<"interfaces"> = new Map();
  const routes: Mutable<"routes"> = new Map();
  const texts = new Map<string, string>();
  const entries: SnapshotEntry[] = [];
  const notUnderstood: NotUnderstoodLine[] = [];
  const sizes = { rules: 0, objects: 0, routes: 0, textBytes: 0 };
  let before: SnapshotPart | undefined;

  for (const part of parts) {
    switch (part.kind) {
      case "policy": {
        const { kind: _, rows, ...policy } = part;
        const known = policies.get(policy.name);
        const continues = before?.kind === "policy" && before.name === policy.name;
        if (known !== undefined && !continues) return refused(`the policy "${policy.name}" is defined twice`);
        if (known && (known.displayName !== policy.displayName || known.policyType !== policy.policyType))
          return refused(`the parts of the policy "${policy.name}" differ in its display name or type`);
        policies.set(policy.name, { ...policy, rows: known ? known.rows.concat(rows) : rows });
        sizes.rules += rows.filter((row) => !row.implicit).length;
        break;
      }
      case "objects":
        for (const object of part.objects) {
          const kept = { network: networkObjects, service: serviceObjects, schedule: schedules }[object.kind];
          if (kept.has(object.name)) return refused(`the ${object.kind} object "${object.name}" is defined twice`);
          (kept as Map<string, typeof object>).set(object.name, object);
        }
        sizes.objects += part.objects.length;
        break;
      case "interfaces":
        for (const one of part.interfaces) {
          if (interfaces.has(one.name)) return refused(`the interface "${one.name}" is defined twice`);
          interfaces.set(one.name, one);
        }
        entries.push(...part.entries);
        break;
      case "routes":
        routes.set(part.virtualRouter, (routes.get(part.virtualRouter) ?? []).concat(part.routes));
        sizes.routes += part.routes.length;
        break;
      case "notUnderstood":
        notUnderstood.push(...part.lines);
        break;
      case "text":
        texts.set(part.file, (texts.get(part.file) ?? "") + part.text);
        sizes.textBytes += Buffer.byteLength(part.text);
        break;
    }
    before = part;
  }

  for (const [what, size] of Object.entries(sizes)) {
    const most = SNAPSHOT_BOUNDS[what as keyof typeof sizes];
    if (size > most)
      return refused(`the snapshot has ${size} ${SIZE_NAMES[what as keyof typeof sizes]}; at most ${most} work`);
  }
  const snapshot: Snapshot = {
    ...{ policies, networkObjects, serviceObjects, schedules, interfaces, entries, routes, notUnderstood, texts },
  };
  const problem = findBrokenReference(snapshot) ?? findLoop(snapshot);
  return problem === undefined ? { ok: true, snapshot } : refused(problem);
}

const SIZE_NAMES = { rules: "rules", objects: "objects", routes: "routes", textBytes: "bytes of text" } as const;

function refused(problem: string): Assembled {
  return { ok: false, problem };
}
