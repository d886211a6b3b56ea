import type { BoundaryDefinition } from "./boundary-definition.ts";
import type { JudgedResult } from "./judgement.ts";

type NamedBoundary = Pick<BoundaryDefinition, "id" | "revision" | "name" | "action" | "platforms">;

/** Returns the result of a boundary for a request that does not touch it. */
export function silentResult({ id, revision, name, action, platforms }: NamedBoundary): JudgedResult {
  return {
    boundaryId: id,
    boundaryRevision: revision,
    boundaryName: name,
    boundaryAction: action,
    platforms,
    isMatch: false,
    score: null,
    state: null,
    message: null,
    matchingRuleIds: [],
    rules: [],
  };
}
