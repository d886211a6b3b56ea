import type { Rule } from "@network-access/firewall-rules/rule";

/** The text of one revision, as the service that owns the change request stores it. */
export interface SavedChangeRequest {
  readonly changeRequestUuid: string;
  readonly revision: number;
  readonly id: string;
  readonly projectId: string;
  readonly rules: readonly Rule[];
}

/** The service that owns the saved change requests. */
export interface ChangeRequestSource {
  /**
   * Reads one revision of a change request. Returns null if the request is deleted, or if the given revision is not the
   * request's current revision. Throws if the service does not respond.
   */
  read(changeRequestUuid: string, revision: number): Promise<SavedChangeRequest | null>;
}
