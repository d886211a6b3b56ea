import { createHash } from "node:crypto";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import type { Boundary } from "./boundary.ts";
import type { BoundarySnapshot } from "./boundary-snapshots.ts";

/** The enforced boundaries that apply to one project, in the order of their ids. */
export interface AdmittedBoundaries {
  readonly boundaries: readonly Boundary[];
  /** The groups and items that the boundaries name. */
  readonly references: readonly NamedReference[];
  /** SHA-256 of the ids, UUIDs and revisions of the boundaries. */
  readonly hash: string;
}

interface SnapshotCache {
  /**
   * The projects that at least one boundary lists in `projectIds`. All other projects share one entry of `byProject`.
   */
  readonly namedProjects: ReadonlySet<string>;
  readonly byProject: Map<string, AdmittedBoundaries>;
}

/**
 * The maximum number of projects in the cache of one snapshot. Each entry refers to the boundaries of the snapshot and
 * does not copy them.
 */
const MAX_CACHED = 1_000;

const caches = new WeakMap<BoundarySnapshot, SnapshotCache>();

/** Returns all enforced boundaries, whichever projects they name. */
export function allBoundaries({ boundaries }: BoundarySnapshot): AdmittedBoundaries {
  return { boundaries, references: namedReferences(boundaries), hash: hashOf(boundaries) };
}

/**
 * Returns the enforced boundaries that apply to a project. Results are cached with the snapshot. All projects that no
 * boundary lists in `projectIds` share one result.
 */
export function admittedBoundaries(snapshot: BoundarySnapshot, projectId: string): AdmittedBoundaries {
  const { namedProjects, byProject } = cacheOf(snapshot);
  // All projects that no boundary lists in `projectIds` share the key "". No project has an empty id.
  const key = namedProjects.has(projectId) ? projectId : "";
  const cached = byProject.get(key);
  if (cached) return cached;
  const boundaries = snapshot.boundaries.filter(
    ({ projectIds }) => projectIds === null || projectIds.includes(projectId),
  );
  const admitted = { boundaries, references: namedReferences(boundaries), hash: hashOf(boundaries) };
  if (byProject.size >= MAX_CACHED) byProject.clear();
  byProject.set(key, admitted);
  return admitted;
}

function cacheOf(snapshot: BoundarySnapshot): SnapshotCache {
  const cached = caches.get(snapshot);
  if (cached) return cached;
  const namedProjects = new Set(snapshot.boundaries.flatMap(({ projectIds }) => projectIds ?? []));
  const made = { namedProjects, byProject: new Map<string, AdmittedBoundaries>() };
  caches.set(snapshot, made);
  return made;
}

function hashOf(boundaries: readonly Boundary[]): string {
  const hash = createHash("sha256");
  for (const { id, uuid, revision } of boundaries) hash.update(`${JSON.stringify([id, uuid, revision])}\n`);
  return hash.digest("hex");
}
