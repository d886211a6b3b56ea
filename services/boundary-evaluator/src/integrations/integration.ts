import type { SealedText } from "./sealed-text.ts";

/** Where verdicts of saved requests are sent. */
export interface Integration {
  /** Given by the server; another one when the id is used again. */
  readonly uuid: string;
  readonly id: string;
  readonly name: string;
  /** As it was sent. */
  readonly url: string;
  /** What is to be delivered waits while this is false. */
  readonly enabled: boolean;
  /** RFC 3339 in UTC with milliseconds. */
  readonly createdAt: string;
  readonly createdBy: string;
  /** The signing secret, sealed for the UUID. */
  readonly secret: SealedText;
}

/** So many that their list is whole. */
export const MOST_INTEGRATIONS = 100;
