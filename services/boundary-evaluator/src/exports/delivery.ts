import { createHash } from "node:crypto";
import { type EvaluationId, evaluationIdText } from "@network-access/service-contracts/evaluation-id";

export type DeliveryState = "Waiting" | "Delivered" | "Parked";

/** The delivery of one event to one integration, without its body. */
export interface Delivery {
  /** The id of the event, and its `webhook-id` in every attempt. */
  readonly id: string;
  readonly integrationUuid: string;
  /** The client's id of the change request. */
  readonly changeRequestId: string;
  readonly revision: number;
  readonly attempt: number;
  readonly boundaryId: string;
  readonly state: DeliveryState;
  /** The number of attempts so far. */
  readonly attempts: number;
  /**
   * The error of the last attempt whose result is stored. Null if this attempt succeeded, or if no result is stored
   * yet.
   */
  readonly lastError: string | null;
  /** The time of the next attempt, as RFC 3339 in UTC with milliseconds. Null unless the state is Waiting. */
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
}

/** A delivery that was not attempted yet. */
export interface NewDelivery
  extends Pick<Delivery, "id" | "integrationUuid" | "changeRequestId" | "revision" | "attempt" | "boundaryId"> {
  readonly createdAt: string;
  /** The body of the event. */
  readonly body: string;
}

/**
 * Returns the id of the delivery of one result to one integration. The id depends only on the arguments, so a repeated
 * insert is ignored. All characters of the id are valid in HTTP headers, and none of them is a separator in signatures.
 */
export function deliveryId(integrationUuid: string, evaluation: EvaluationId, boundaryId: string): string {
  const key = JSON.stringify([integrationUuid, evaluationIdText(evaluation), boundaryId]);
  return `evt_${createHash("sha256").update(key).digest("base64url").slice(0, 32)}`;
}
