import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import { isExtension } from "../rules/read-target.ts";
import { BUILT_IN, type Chain, type Listing } from "./listing.ts";

type Chains = ReadonlyMap<string, Chain>;

/**
 * Returns a problem if a jump leads to something other than a user-defined chain, or if chains call each other in a
 * loop.
 */
export function checkChains({ tables }: Listing): Refusal | undefined {
  for (const [table, { chains }] of tables) {
    const builtIn = BUILT_IN.get(table);
    const refused = builtIn && (findBrokenJump(table, chains, builtIn) ?? findLoop(chains));
    if (refused) return refused;
  }
  return undefined;
}

function findBrokenJump(table: string, chains: Chains, builtIn: readonly string[]): Refusal | undefined {
  for (const { rules } of chains.values())
    for (const { line, target } of rules) {
      if (!target) continue;
      const { name } = target;
      if (builtIn.includes(name)) return refuseAt(line, `a rule cannot jump to the built-in chain ${name}`);
      if (!chains.has(name) && !isExtension(target))
        return refuseAt(line, `${shown(name)} is neither a chain of the table ${table} nor a target that is known`);
    }
  return undefined;
}

interface Step {
  readonly chain: string;
  readonly calls: Iterator<readonly [callee: string, line: number]>;
}

/**
 * Searches depth first with an explicit stack. Recursion could overflow the call stack if a file contains deeply nested
 * calls.
 */
function findLoop(chains: Chains): Refusal | undefined {
  const done = new Set<string>();
  for (const chain of chains.keys()) {
    if (done.has(chain)) continue;
    const path: Step[] = [{ chain, calls: callsOf(chains, chain) }];
    const onPath = new Set([chain]);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.calls.next();
      if (next.done) {
        path.pop();
        onPath.delete(top.chain);
        done.add(top.chain);
        continue;
      }
      const [callee, line] = next.value;
      if (onPath.has(callee)) {
        const names = path.map((step) => step.chain);
        const loop = [...names.slice(names.indexOf(callee)), callee].slice(-10);
        return refuseAt(line, `the chains form a loop: ${loop.map(shown).join(" -> ")}`);
      }
      if (done.has(callee)) continue;
      path.push({ chain: callee, calls: callsOf(chains, callee) });
      onPath.add(callee);
    }
  }
  return undefined;
}

function* callsOf(chains: Chains, chain: string): Generator<readonly [string, number], undefined> {
  for (const { target, line } of chains.get(chain)?.rules ?? [])
    if (target && chains.has(target.name)) yield [target.name, line];
  return undefined;
}

/** Returns the chains in `from`, and all chains that their packets can reach. */
export function chainsReachedFrom(chains: Chains, from: readonly string[]): ReadonlySet<string> {
  const reached = new Set(from.filter((name) => chains.has(name)));
  // An iteration over a set includes elements that are added during the iteration.
  for (const chain of reached) for (const [callee] of callsOf(chains, chain)) reached.add(callee);
  return reached;
}
