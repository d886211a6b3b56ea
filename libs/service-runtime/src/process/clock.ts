import { z } from "zod";

/** Settings of a process whose answers depend on the present time. contradictions.ts refuses them in production. */
export const clockEnvironment = z.object({
  /** The time that the process always takes as the present time, so that tests can compare complete answers. */
  FIXED_TIME: z.iso
    .datetime({ error: "must be a time in UTC such as 2026-01-31T12:00:00Z" })
    .transform((text) => new Date(text))
    .optional(),
});

/** Returns whether `NODE_ENV` names the production environment. */
export const isProduction = (nodeEnv: string | undefined) => nodeEnv?.trim().toLowerCase() === "production";

/** Returns the clock of a process: the system's, or one that always shows `fixedTime`. */
export function createClock(fixedTime: Date | undefined): () => Date {
  return fixedTime === undefined ? () => new Date() : () => new Date(fixedTime);
}
