import { createHash } from "node:crypto";
import { z } from "zod";
import type { Resolved } from "../judging/model/resolved.ts";
import type { AddressAnswer } from "./address-source.ts";

/**
 * The part of a lookup's answer on which a verdict depends: the hash of the addresses, or the reason why there are
 * none.
 */
export type AddressFingerprint = string;

/**
 * The inputs on which a verdict depends, apart from the request itself. These are the boundaries that apply to the
 * project, and the addresses of the groups and items that these boundaries name. Equal inputs have equal hashes.
 */
export interface BoundaryInputs {
  /** The boundaries and their revisions, as content (content-store.ts). */
  readonly boundarySetHash: string;
  /**
   * The fingerprint of each group or item (`reference`) that the boundaries name, in the order in which they name it.
   */
  readonly fingerprints: ReadonlyMap<string, AddressFingerprint>;
}

/** The keys are stored and hashed, so their names must not change. */
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

/** Returns the hash of the addresses, or null if there are none. */
export function hashOfFingerprint(fingerprint: AddressFingerprint): string | null {
  return fingerprint.length === 64 ? fingerprint : null;
}

/**
 * Returns the newest known fingerprint of a group or item. A lookup that failed or is not ready does not replace the
 * earlier fingerprint.
 */
export function newestFingerprint(before: AddressFingerprint | undefined, now: AddressFingerprint): AddressFingerprint {
  return before !== undefined && (now === "failed" || now === "not-ready") ? before : now;
}
