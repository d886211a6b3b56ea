import type { SealedText } from "./sealed-text.ts";

/** A receiver of results of saved requests. */
export interface Integration {
  /**
   * The UUID, which is assigned when the integration is created. If a new integration reuses the id of a removed
   * integration, their UUIDs differ.
   */
  readonly uuid: string;
  readonly id: string;
  readonly name: string;
  /** The URL as the client sent it. */
  readonly url: string;
  /** Deliveries wait while this is false. */
  readonly enabled: boolean;
  /** RFC 3339 in UTC with milliseconds. */
  readonly createdAt: string;
  readonly createdBy: string;
  /** The signing secret, sealed for the UUID. */
  readonly secret: SealedText;
}

/** The largest number of integrations. It is small enough for lists without pages. */
export const MOST_INTEGRATIONS = 100;
