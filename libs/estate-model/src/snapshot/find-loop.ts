import { SNAPSHOT_BOUNDS, type Snapshot } from "./snapshot.ts";

/**
 * Returns a message about the first error that it finds, or undefined. Errors are:
 * - a group that contains itself, directly or through other groups
 * - a policy that calls itself, directly or through other policies
 * - groups or policies that are nested too deeply (see `SNAPSHOT_BOUNDS`)
 */
export function findLoop(snapshot: Snapshot): string | undefined {
  const { policies, networkObjects, serviceObjects } = snapshot;
  const membersOf = (objects: Snapshot["networkObjects"] | Snapshot["serviceObjects"]) => (name: string) =>
    (objects.get(name)?.members ?? []).flatMap((member) => ("object" in member ? [member.object] : []));
  const callsOf = (name: string) => [...new Set(policies.get(name)?.rows.flatMap(({ target }) => target ?? []))];
  const { nestedObjects, nestedCalls } = SNAPSHOT_BOUNDS;
  return (
    findIn(networkObjects.keys(), membersOf(networkObjects), nestedObjects, "the network groups") ??
    findIn(serviceObjects.keys(), membersOf(serviceObjects), nestedObjects, "the service groups") ??
    findIn(policies.keys(), callsOf, nestedCalls, "the policies")
  );
}

/** Searches depth first. Uses an explicit stack instead of recursion, because the input determines the depth. */
function findIn(
  names: Iterable<string>,
  nextOf: (name: string) => readonly string[],
  deepest: number,
  what: string,
): string | undefined {
  /** The number of levels below each name. A name is added when all names below it are visited. */
  const depths = new Map<string, number>();
  for (const name of names) {
    const path = [{ name, next: nextOf(name), at: 0, depth: 0 }];
    const onPath = new Set([name]);
    while (!depths.has(name)) {
      const top = path.at(-1);
      if (top === undefined) break;
      const next = top.next[top.at];
      if (next === undefined) {
        path.pop();
        onPath.delete(top.name);
        depths.set(top.name, top.depth);
        const caller = path.at(-1);
        if (caller) caller.depth = Math.max(caller.depth, top.depth + 1);
        if (top.depth > deepest) return `${what} nest more than ${deepest} levels deep below "${top.name}"`;
        continue;
      }
      top.at += 1;
      if (onPath.has(next)) {
        const loop = path.map((one) => one.name);
        return `${what} form a loop: ${[...loop.slice(loop.indexOf(next)), next].slice(-10).join(" -> ")}`;
      }
      const known = depths.get(next);
      if (known !== undefined) top.depth = Math.max(top.depth, known + 1);
      else {
        path.push({ name: next, next: nextOf(next), at: 0, depth: 0 });
        onPath.add(next);
      }
    }
  }
  return undefined;
}
