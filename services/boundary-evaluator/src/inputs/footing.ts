import { createHash } from "node:crypto";
import { z } from "zod";
import type { Resolved } from "../judging/model/resolved.ts";
import type { AddressAnswer } from "./address-source.ts";

/** What a look-up gave, as far as verdicts are concerned: the hash of the addresses, or why there are none. */
export type AnswerMark = string;

/**
 * What a verdict stands on beside the request itself: the boundaries that admit its project, and the answers for what
 * these name. Equal footings have equal hashes.
 */
export interface Footing {
  /** Of the boundaries and their revisions; content (content-store.ts). */
  readonly boundarySetHash: string;
  /** By reference, in the order in which the boundaries name them. */
  readonly marks: ReadonlyMap<string, AnswerMark>;
}

const StoredFooting = z.object({ boundarySetHash: z.string(), marks: z.array(z.tuple([z.string(), z.string()])) });

export function printFooting({ boundarySetHash, marks }: Footing): string {
  return JSON.stringify({ boundarySetHash, marks: [...marks] } satisfies z.input<typeof StoredFooting>);
}

/** Reads what {@link printFooting} wrote. */
export function parseFooting(text: string): Footing {
  const { boundarySetHash, marks } = StoredFooting.parse(JSON.parse(text));
  return { boundarySetHash, marks: new Map(marks) };
}

export function footingHash(footing: Footing): string {
  return createHash("sha256").update(printFooting(footing)).digest("hex");
}

export function markOfResolved(resolved: Resolved | undefined): AnswerMark {
  if (resolved === undefined) return "failed";
  return resolved.outcome === "resolved" ? resolved.hash : resolved.outcome;
}

export function markOfAnswer(answer: AddressAnswer | undefined): AnswerMark {
  if (answer === undefined) return "failed";
  if (answer.outcome !== "resolved") return answer.outcome;
  return answer.addressCount === 0 ? "empty" : answer.hash;
}

/** The hash in a mark; null where it stands for no addresses. */
export function hashOfMark(mark: AnswerMark): string | null {
  return mark.length === 64 ? mark : null;
}

/** What is known now, given what was known: a look-up that failed or is not ready says nothing new. */
export function newestMark(before: AnswerMark | undefined, now: AnswerMark): AnswerMark {
  return before !== undefined && (now === "failed" || now === "not-ready") ? before : now;
}
