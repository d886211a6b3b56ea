import { createHash } from "node:crypto";
import { z } from "zod";
import type { Resolved } from "../judging/model/resolved.ts";
import type { AddressAnswer } from "./address-source.ts";

/**
 * The hash of the addresses that a lookup found. If it found none, an outcome such as "empty" or "failed". A verdict
 * depends on no other part of the lookup's result.
 */
export type AddressFingerprint = string;

/**
 * The inputs of an evaluation that do not come from the request. These are the boundaries that apply to the project,
 * and the addresses of the groups and items to which these boundaries refer. Equal inputs have equal hashes.
 */
export interface BoundaryInputs {
  /** The boundaries and their revisions, as content (content-store.ts). */
  readonly boundarySetHash: string;
  /**
   * Maps each group and item (`reference`) in the boundaries to its fingerprint, in the order of their first
   * occurrence.
   */
  readonly fingerprints: ReadonlyMap<string, AddressFingerprint>;
}

/** The stored and hashed JSON contains these property names, so they must not change. */
const StoredBoundaryInputs = z.object({
  boundarySetHash: z.string(),
  marks: z.array(z.tuple([z.string(), z.string()])),
});

export function printBoundaryInputs({ boundarySetHash, fingerprints }: BoundaryInputs): string {
  return JSON.stringify({ boundarySetHash, marks: [...fingerprints] } satisfies z.input<typeof StoredBoundaryInputs>);
}

/** Reads what {@link printBoundaryInputs} wrote. */
export function parseBoundaryInputs(text: string): BoundaryInputs {
  const { boundarySetHash, marks } = StoredBoundaryInputs.parse(JSON.parse(text));
  return { boundarySetHash, fingerprints: new Map(marks) };
}

export function hashBoundaryInputs(boundaryInputs: BoundaryInputs): string {
  return createHash("sha256").update(printBoundaryInputs(boundaryInputs)).digest("hex");
}

export function fingerprintOfResolved(resolved: Resolved | undefined): AddressFingerprint {
  if (resolved === undefined) return "failed";
  return resolved.outcome === "resolved" ? resolved.hash : resolved.outcome;
}

export function fingerprintOfAnswer(answer: AddressAnswer | undefined): AddressFingerprint {
  if (answer === undefined) return "failed";
  if (answer.outcome !== "resolved") return answer.outcome;
  return answer.addressCount === 0 ? "empty" : answer.hash;
}

/**
 * Returns the fingerprint if it is a hash of addresses. Returns null if it is the reason why there are no addresses.
 */
export function hashOfFingerprint(fingerprint: AddressFingerprint): string | null {
  return fingerprint.length === 64 ? fingerprint : null;
}

/**
 * If the newer lookup failed or is not ready, and `before` is defined, returns `before`, the fingerprint from the
 * earlier lookup. Otherwise returns `now`, the fingerprint from the newer lookup.
 */
export function newestFingerprint(before: AddressFingerprint | undefined, now: AddressFingerprint): AddressFingerprint {
  return before !== undefined && (now === "failed" || now === "not-ready") ? before : now;
}
