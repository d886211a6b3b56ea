import type { Integration } from "./integration.ts";
import type { SealedText } from "./sealed-text.ts";

/**
 * A removed integration. It is stored until everything that belongs to the integration is purged. `removedAt` is RFC
 * 3339 in UTC.
 */
export interface RemovedIntegration {
  readonly uuid: string;
  readonly removedAt: string;
}

/** The interface to the store of integrations. */
export interface IntegrationStore {
  /** Returns all integrations, ordered by id. */
  list(): Promise<Integration[]>;
  find(id: string): Promise<Integration | null>;
  findByUuid(uuid: string): Promise<Integration | null>;
  /** Returns false, without any change, if the id is in use. */
  insert(integration: Integration): Promise<boolean>;
  /** Returns the changed integration, or null if it does not exist. */
  change(uuid: string, changes: Pick<Integration, "name" | "url" | "enabled">): Promise<Integration | null>;
  /** Replaces the sealed secret, provided that it is still `before`. */
  reseal(uuid: string, before: SealedText, after: SealedText): Promise<void>;
  /**
   * Removes an integration. Returns false if no integration has this id, or if `uuid` is given and the integration has
   * another UUID. A removed integration stays listed as removed until everything that belongs to it is purged.
   */
  remove(id: string, at: string, uuid?: string): Promise<boolean>;
  /** Returns up to `limit` removed integrations that follow `after` in the order of their removal. */
  removed(after: RemovedIntegration | null, limit: number): Promise<readonly RemovedIntegration[]>;
  purgeRemoved(uuid: string): Promise<void>;
}
