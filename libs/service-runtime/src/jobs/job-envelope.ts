import { z } from "zod";
import { currentTraceparent } from "../process/telemetry.ts";
import { currentRequest } from "../telemetry/request-context.ts";

/** What lies in the queue: the payload and where it came from. */
export const jobEnvelope = z.object({
  payload: z.unknown(),
  requestId: z.string().max(128).optional(),
  traceparent: z.string().max(64).optional(),
});

export function wrapPayload(payload: unknown): z.infer<typeof jobEnvelope> {
  const requestId = currentRequest()?.requestId;
  const traceparent = currentTraceparent();
  return { payload, ...(requestId ? { requestId } : {}), ...(traceparent ? { traceparent } : {}) };
}
