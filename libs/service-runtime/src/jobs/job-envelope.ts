import { z } from "zod";
import { currentTraceparent } from "../process/telemetry.ts";
import { currentRequest } from "../telemetry/request-context.ts";

/** The data of a queued job: its payload, and the id and trace context of the request that sent the job. */
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
