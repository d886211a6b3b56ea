import { createHash } from "node:crypto";
import { type EvaluationId, evaluationIdText } from "@network-access/service-contracts/evaluation-id";

export type DeliveryState = "Waiting" | "Delivered" | "Parked";

/** One event on its way to one integration, without what is sent. */
export interface Delivery {
  /** The id of the event, and its `webhook-id` with every try. */
  readonly id: string;
  readonly integrationUuid: string;
  /** The client's id of the change request. */
  readonly changeRequestId: string;
  readonly revision: number;
  readonly attempt: number;
  readonly boundaryId: string;
  readonly state: DeliveryState;
  /** Tries so far. */
  readonly attempts: number;
  /** What was wrong with the last try; null when nothing was. */
  readonly lastError: string | null;
  /** RFC 3339 in UTC with milliseconds; null unless Waiting. */
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
}

/** An event that nobody tried to deliver yet. */
export interface NewDelivery
  extends Pick<Delivery, "id" | "integrationUuid" | "changeRequestId" | "revision" | "attempt" | "boundaryId"> {
  readonly createdAt: string;
  /** The event as it is sent. */
  readonly body: string;
}

/**
 * The same result of the same judging has the same id for one integration, and no other has it: whoever inserts it a
 * second time meets the first. Of letters that headers take and signatures keep apart.
 */
export function deliveryId(integrationUuid: string, evaluation: EvaluationId, boundaryId: string): string {
  const key = JSON.stringify([integrationUuid, evaluationIdText(evaluation), boundaryId]);
  return `evt_${createHash("sha256").update(key).digest("base64url").slice(0, 32)}`;
}
