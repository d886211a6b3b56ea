import { createHash } from "node:crypto";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import type { Boundary } from "./boundary.ts";
import type { BoundarySnapshot } from "./boundary-snapshots.ts";

/** The enforced boundaries that look at one project, by id. */
export interface AdmittedBoundaries {
  readonly boundaries: readonly Boundary[];
  /** The groups and items they name. */
  readonly references: readonly NamedReference[];
  /** SHA-256 over what they are and in which revision. */
  readonly hash: string;
}

interface OfSnapshot {
  /** Projects that some boundary names; to all others the same boundaries apply. */
  readonly namedProjects: ReadonlySet<string>;
  readonly byProject: Map<string, AdmittedBoundaries>;
}

/** Lists of projects kept for one snapshot; they share the boundaries themselves. */
const KEPT = 1_000;

const known = new WeakMap<BoundarySnapshot, OfSnapshot>();

/** All of them, whichever projects they look at. */
export function allBoundaries({ boundaries }: BoundarySnapshot): AdmittedBoundaries {
  return { boundaries, references: namedReferences(boundaries), hash: hashOf(boundaries) };
}

/** Which boundaries a request of this project is judged against. The same arguments give the same value again. */
export function admittedBoundaries(snapshot: BoundarySnapshot, projectId: string): AdmittedBoundaries {
  const { namedProjects, byProject } = ofSnapshot(snapshot);
  // No project id is empty, so "" stands for every project that nobody names.
  const key = namedProjects.has(projectId) ? projectId : "";
  const held = byProject.get(key);
  if (held) return held;
  const boundaries = snapshot.boundaries.filter(
    ({ projectIds }) => projectIds === null || projectIds.includes(projectId),
  );
  const admitted = { boundaries, references: namedReferences(boundaries), hash: hashOf(boundaries) };
  if (byProject.size >= KEPT) byProject.clear();
  byProject.set(key, admitted);
  return admitted;
}

function ofSnapshot(snapshot: BoundarySnapshot): OfSnapshot {
  const held = known.get(snapshot);
  if (held) return held;
  const namedProjects = new Set(snapshot.boundaries.flatMap(({ projectIds }) => projectIds ?? []));
  const made = { namedProjects, byProject: new Map<string, AdmittedBoundaries>() };
  known.set(snapshot, made);
  return made;
}

function hashOf(boundaries: readonly Boundary[]): string {
  const hash = createHash("sha256");
  for (const { id, uuid, revision } of boundaries) hash.update(`${JSON.stringify([id, uuid, revision])}\n`);
  return hash.digest("hex");
}
