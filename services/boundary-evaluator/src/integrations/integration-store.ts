import type { Integration } from "./integration.ts";
import type { SealedText } from "./sealed-text.ts";

/** Kept of a removed integration. `removedAt` is RFC 3339 in UTC. */
export interface RemovedIntegration {
  readonly uuid: string;
  readonly removedAt: string;
}

/** Port: the integrations. */
export interface IntegrationStore {
  /** All of them, by id. */
  list(): Promise<Integration[]>;
  find(id: string): Promise<Integration | null>;
  findByUuid(uuid: string): Promise<Integration | null>;
  /** False: the id is in use, and nothing changed. */
  insert(integration: Integration): Promise<boolean>;
  /** Returns the changed integration; null when it does not exist. */
  change(uuid: string, changes: Pick<Integration, "name" | "url" | "enabled">): Promise<Integration | null>;
  /** Replaces the sealed secret, provided that it is still `before`. */
  reseal(uuid: string, before: SealedText, after: SealedText): Promise<void>;
  /**
   * False means that there is no such integration, or that its UUID is not the given one. The integration stays listed
   * as removed until everything that belongs to it is purged.
   */
  remove(id: string, at: string, uuid?: string): Promise<boolean>;
  /** Up to `limit` removed ones after `after`, oldest first. */
  removed(after: RemovedIntegration | null, limit: number): Promise<readonly RemovedIntegration[]>;
  purgeRemoved(uuid: string): Promise<void>;
}
