import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";

/** One revision of a boundary. Times are RFC 3339 in UTC with milliseconds. */
export interface Boundary extends BoundaryText {
  /** Given at creation: a boundary deleted and created again under the same id is another one. */
  readonly uuid: string;
  /** Raised by every save; goes on where a deleted boundary of this id stopped. */
  readonly revision: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

/** What is left of a deleted boundary, so that its revisions go on. */
export interface BoundaryTombstone {
  readonly id: string;
  readonly uuid: string;
  readonly revision: number;
}

/** The part that is judged against. */
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
