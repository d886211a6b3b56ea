import type { Policy } from "../snapshot/snapshot.ts";

/**
 * Orders policies so that each policy comes after all policies that call it. The policies must not call each other in a
 * loop.
 */
export function callersFirst(policies: readonly Policy[]): Policy[] {
  const byName = new Map(policies.map((policy) => [policy.name, policy]));
  const ordered: Policy[] = [];
  const seen = new Set<string>();
  /** Adds a policy after the policies it calls. The recursion is safe, because snapshots limit nested calls. */
  function visit(policy: Policy): void {
    if (seen.has(policy.name)) return;
    seen.add(policy.name);
    for (const { target } of policy.rows) {
      const called = target === undefined ? undefined : byName.get(target);
      if (called) visit(called);
    }
    ordered.push(policy);
  }
  for (const policy of policies) visit(policy);
  return ordered.reverse();
}
