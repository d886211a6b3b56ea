import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";

/** One revision of a boundary. Times are RFC 3339 in UTC with milliseconds. */
export interface Boundary extends BoundaryText {
  /**
   * The UUID that the boundary was given at its creation. A boundary that is created again under the id of a deleted
   * one has another UUID.
   */
  readonly uuid: string;
  /**
   * Every save raises the revision. A boundary that is created again under a deleted id continues from the deleted
   * revision.
   */
  readonly revision: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

/**
 * The current state of an id whose boundary is deleted. With it, the revision numbers continue if the id is used again.
 */
export interface BoundaryTombstone {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
}

/** Returns the part of a boundary that a verdict depends on. */
export function definitionOf(boundary: Boundary): BoundaryDefinition {
  const { id, revision, name, action, enforced, score, ruleActions, partialMatch, message } = boundary;
  const { sources, destinations, services, projectIds, platforms } = boundary;
  return {
    id,
    revision,
    name,
    action,
    enforced,
    score,
    ruleActions,
    sources,
    destinations,
    services,
    partialMatch,
    platforms,
    projectIds,
    message,
  };
}
