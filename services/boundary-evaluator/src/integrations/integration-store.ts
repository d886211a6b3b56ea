import type { Integration } from "./integration.ts";
import type { SealedText } from "./sealed-text.ts";

/**
 * The record of a removed integration. It is stored until the integration's deliveries and export progress are purged.
 * `removedAt` is RFC 3339 in UTC.
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
   * Removes the integration with this id. If `uuid` is given, removes the integration only if it also has this UUID.
   * Returns false if no integration was removed. After the removal, `removed` lists the integration until
   * `purgeRemoved` is called for it.
   */
  remove(id: string, at: string, uuid?: string): Promise<boolean>;
  /** Returns up to `limit` removed integrations that follow `after` in the order of their removal. */
  removed(after: RemovedIntegration | null, limit: number): Promise<readonly RemovedIntegration[]>;
  purgeRemoved(uuid: string): Promise<void>;
}
