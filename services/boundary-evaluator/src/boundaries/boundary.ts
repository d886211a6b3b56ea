import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";

/** One revision of a boundary. Times are RFC 3339 in UTC with milliseconds. */
export interface Boundary extends BoundaryText {
  /** The UUID never changes. If the id of a deleted boundary is used again, the new boundary has another UUID. */
  readonly uuid: string;
  /**
   * Every save raises the revision by 1. If a deleted id is used again, the new boundary continues from the revision of
   * the deleted one.
   */
  readonly revision: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

/**
 * The data that is stored under the id of a deleted boundary. If a boundary is created again under this id, its
 * revision numbers continue after `revision`.
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
