import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import type { Definition, Definitions } from "./definitions.ts";

const DEEPEST = 64;

/**
 * Returns a problem if a group contains itself, directly or through other groups, or if groups are nested too deeply.
 * Takes time linear in the total size of the groups.
 */
export function findNestingProblem(definitions: Definitions): Refusal | undefined {
  /** The number of levels below each group. It is undefined while the group is being visited. */
  const depths = new Map<Definition, number | undefined>();

  function visit(definition: Definition, above: number): number | Refusal {
    if (depths.has(definition)) {
      const known = depths.get(definition);
      const { line, name } = definition;
      return known ?? refuseAt(line, `the group ${shown(name)} contains itself`);
    }
    if (above > DEEPEST) return tooDeep(definition);
    depths.set(definition, undefined);
    let deepest = 0;
    for (const member of [...definition.addresses, ...definition.services]) {
      const target = "object" in member ? definitions.get(member.object) : undefined;
      if (!target) continue;
      const below = visit(target, above + 1);
      if (typeof below !== "number") return below;
      deepest = Math.max(deepest, below + 1);
    }
    depths.set(definition, deepest);
    return deepest > DEEPEST ? tooDeep(definition) : deepest;
  }

  for (const definition of definitions.values()) {
    const found = visit(definition, 0);
    if (typeof found !== "number") return found;
  }
  return undefined;
}

function tooDeep({ line, name }: Definition): Refusal {
  return refuseAt(line, `the group ${shown(name)} is nested more than ${DEEPEST} deep`);
}
