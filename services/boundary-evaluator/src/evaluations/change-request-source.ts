import type { Rule } from "@network-access/firewall-rules/rule";

/** One saved revision of a change request, as the change-request service returns it. */
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
