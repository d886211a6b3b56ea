import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import { type Boundary, definitionOf } from "../boundaries/boundary.ts";
import type { BoundaryStore } from "../boundaries/boundary-store.ts";
import { parseBoundarySet } from "../boundaries/stored-boundary-set.ts";
import type { BoundaryChange } from "../judging/changes/affected-rules.ts";
import { compileBoundary } from "../judging/compiling/compile-boundary.ts";
import { namedReferences } from "../judging/model/named-reference.ts";
import type { Resolution, Resolved } from "../judging/model/resolved.ts";
import { type AddressFingerprint, type BoundaryInputs, hashOfFingerprint } from "./boundary-inputs.ts";
import { type ContentStore, contentKey } from "./content-store.ts";

export interface DiffInputsNeeds {
  readonly contents: Pick<ContentStore, "read">;
  readonly boundaries: Pick<BoundaryStore, "find">;
  /**
   * Returns the addresses with this hash. Returns null if they can't be read, for example because they were deleted.
   */
  addressesOf(hash: string): Promise<AddressSet | null>;
}

/** A boundary that was added, edited or removed, or that refers to a group or item whose addresses changed. */
export interface InputChange extends BoundaryChange {
  /** The groups and items whose addresses changed. Empty if the boundary was added, edited or removed. */
  readonly references: readonly string[];
}

/** All differences between two boundary inputs. */
export interface InputsDiff {
  readonly changes: readonly InputChange[];
  /**
   * True if every verdict may change. This is the case if the first Score boundary was added or the last one was
   * removed. It is also the case if the old boundary set or a revision of an old boundary is no longer stored.
   */
  readonly affectsEveryRule: boolean;
}

/**
 * The largest number of concurrent reads of old boundary revisions. The same limit applies to the reads of the address
 * sets of `before`, and separately to the reads of the address sets of `now`.
 */
const AT_ONCE = 8;

/**
 * Returns the differences between the inputs `before` and the inputs `now`. `boundaries` must be the boundaries of
 * `now`.
 */
export async function diffInputs(
  needs: DiffInputsNeeds,
  before: BoundaryInputs,
  now: BoundaryInputs,
  boundaries: readonly Boundary[],
): Promise<InputsDiff> {
  const setText = await needs.contents.read(contentKey.boundarySet(before.boundarySetHash));
  if (setText === null) return { changes: [], affectsEveryRule: true };
  const old = new Map(parseBoundarySet(setText).map((boundary) => [boundary.id, boundary]));
  const hadScore = [...old.values()].some(({ action }) => action === "Score");
  const hasScore = boundaries.some(({ action }) => action === "Score");

  const pairs: { before: Boundary | null; now: Boundary | null; references: string[] }[] = [];
  const wanted: { id: string; uuid: string; revision: number; now: Boundary | null }[] = [];
  for (const boundary of boundaries) {
    const was = old.get(boundary.id);
    old.delete(boundary.id);
    if (was === undefined) pairs.push({ before: null, now: boundary, references: [] });
    else if (was.uuid !== boundary.uuid || was.revision !== boundary.revision) wanted.push({ ...was, now: boundary });
    else {
      const references = changedAmong([boundary], before, now);
      if (references.length > 0) pairs.push({ before: boundary, now: boundary, references });
    }
  }
  for (const was of old.values()) wanted.push({ ...was, now: null });
  let isMissing = false;
  await forEachConcurrent(wanted, AT_ONCE, async ({ id, uuid, revision, now: current }) => {
    const found = await needs.boundaries.find(id, revision);
    if (found?.uuid !== uuid) isMissing = true;
    else pairs.push({ before: found, now: current, references: [] });
  });
  if (isMissing) return { changes: [], affectsEveryRule: true };

  const sidesOf = (side: "before" | "now") => pairs.flatMap((pair) => pair[side] ?? []);
  const [resolutionBefore, resolutionNow] = await Promise.all([
    resolutionOf(needs, sidesOf("before"), before.fingerprints),
    resolutionOf(needs, sidesOf("now"), now.fingerprints),
  ]);
  const compiled = (boundary: Boundary | null, resolution: Resolution) =>
    boundary && compileBoundary(definitionOf(boundary), resolution);
  return {
    changes: pairs.map((pair) => ({
      before: compiled(pair.before, resolutionBefore),
      after: compiled(pair.now, resolutionNow),
      references: pair.references,
    })),
    affectsEveryRule: hadScore !== hasScore,
  };
}

/**
 * Returns the lookup result from which the fingerprint was made. In the returned result, `revision` and `addressCount`
 * are 0, because the fingerprint does not contain them. If the addresses can't be read, returns a failed lookup.
 */
export async function resolvedByFingerprint(
  { addressesOf }: Pick<DiffInputsNeeds, "addressesOf">,
  fingerprint: AddressFingerprint | undefined,
): Promise<Resolved> {
  const hash = hashOfFingerprint(fingerprint ?? "failed");
  if (hash === null) {
    if (fingerprint === "empty") return { outcome: "empty", revision: 0, hash: "" };
    return fingerprint === "unknown" || fingerprint === "not-ready"
      ? { outcome: fingerprint }
      : { outcome: "failed", reason: "" };
  }
  const addresses = await addressesOf(hash);
  if (addresses === null) return { outcome: "failed", reason: "" };
  return { outcome: "resolved", addresses, revision: 0, hash, addressCount: 0 };
}

async function resolutionOf(
  needs: Pick<DiffInputsNeeds, "addressesOf">,
  boundaries: readonly Boundary[],
  fingerprints: BoundaryInputs["fingerprints"],
): Promise<Resolution> {
  const resolution = new Map<string, Resolved>();
  await forEachConcurrent(namedReferences(boundaries), AT_ONCE, async ({ reference }) => {
    resolution.set(reference, await resolvedByFingerprint(needs, fingerprints.get(reference)));
  });
  return resolution;
}

function changedAmong(boundaries: readonly Boundary[], before: BoundaryInputs, now: BoundaryInputs): string[] {
  return namedReferences(boundaries).flatMap(({ reference }) =>
    before.fingerprints.get(reference) === now.fingerprints.get(reference) ? [] : [reference],
  );
}
