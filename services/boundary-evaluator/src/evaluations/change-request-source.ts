import type { Rule } from "@network-access/firewall-rules/rule";

/** The text of one revision, as its owner stores it. */
export interface SavedChangeRequest {
  readonly changeRequestUuid: string;
  readonly revision: number;
  readonly id: string;
  readonly projectId: string;
  readonly rules: readonly Rule[];
}

/** The owner of saved change requests. */
export interface ChangeRequestSource {
  /**
   * Null means that the request is deleted, or that its current revision is another one. Throws when the owner does not
   * answer.
   */
  read(changeRequestUuid: string, revision: number): Promise<SavedChangeRequest | null>;
}
