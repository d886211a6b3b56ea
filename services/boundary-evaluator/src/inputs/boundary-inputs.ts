import { createHash } from "node:crypto";
import { z } from "zod";
import type { Resolved } from "../judging/model/resolved.ts";
import type { AddressAnswer } from "./address-source.ts";

/** What a look-up gave, as far as verdicts are concerned: the hash of the addresses, or why there are none. */
export type AddressFingerprint = string;

/**
 * What a verdict stands on beside the request itself: the boundaries that admit its project, and the answers for what
 * these name. Equal footings have equal hashes.
 */
export interface BoundaryInputs {
  /** Of the boundaries and their revisions; content (content-store.ts). */
  readonly boundarySetHash: string;
  /** By reference, in the order in which the boundaries name them. */
  readonly marks: ReadonlyMap<string, AddressFingerprint>;
}

const StoredBoundaryInputs = z.object({
  boundarySetHash: z.string(),
  marks: z.array(z.tuple([z.string(), z.string()])),
});

export function printBoundaryInputs({ boundarySetHash, marks }: BoundaryInputs): string {
  return JSON.stringify({ boundarySetHash, marks: [...marks] } satisfies z.input<typeof StoredBoundaryInputs>);
}

/** Reads what {@link printBoundaryInputs} wrote. */
export function parseBoundaryInputs(text: string): BoundaryInputs {
  const { boundarySetHash, marks } = StoredBoundaryInputs.parse(JSON.parse(text));
  return { boundarySetHash, marks: new Map(marks) };
}

export function footingHash(boundaryInputs: BoundaryInputs): string {
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

/** The hash in a mark; null where it stands for no addresses. */
export function hashOfFingerprint(mark: AddressFingerprint): string | null {
  return mark.length === 64 ? mark : null;
}

/** What is known now, given what was known: a look-up that failed or is not ready says nothing new. */
export function newestFingerprint(before: AddressFingerprint | undefined, now: AddressFingerprint): AddressFingerprint {
  return before !== undefined && (now === "failed" || now === "not-ready") ? before : now;
}
