import type { Integration } from "./integration.ts";
import type { SealedText } from "./sealed-text.ts";

/** What of a removed integration is remembered. `removedAt` is RFC 3339 in UTC. */
export interface RemovedIntegration {
  readonly uuid: string;
  readonly removedAt: string;
}

/** Port: the integrations there are. */
export interface IntegrationStore {
  /** All of them, by id. */
  list(): Promise<Integration[]>;
  find(id: string): Promise<Integration | null>;
  findByUuid(uuid: string): Promise<Integration | null>;
  /** False when the id is taken; nothing changed then. */
  insert(integration: Integration): Promise<boolean>;
  /** What it is now; null when it is gone. */
  change(uuid: string, changes: Pick<Integration, "name" | "url" | "enabled">): Promise<Integration | null>;
  /** Puts the same secret there under another key; nothing where it is not the one of before any more. */
  reseal(uuid: string, before: SealedText, after: SealedText): Promise<void>;
  /** False when there is none, or it is not the one of the UUID where one is given. It is remembered until everything of it is gone. */
  remove(id: string, at: string, uuid?: string): Promise<boolean>;
  /** Up to `limit` behind `after`, those removed longest ago first. */
  removed(after: RemovedIntegration | null, limit: number): Promise<readonly RemovedIntegration[]>;
  forgetRemoved(uuid: string): Promise<void>;
}
