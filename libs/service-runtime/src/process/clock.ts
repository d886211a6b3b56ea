import { z } from "zod";

/**
 * Settings of a process whose responses depend on the current time. In production, `contradictions` rejects these
 * settings.
 */
export const clockEnvironment = z.object({
  /**
   * A fixed time that the process uses as the current time. Tests set it, so that they can compare complete responses.
   */
  FIXED_TIME: z.iso
    .datetime({ error: "must be a time in UTC such as 2026-01-31T12:00:00Z" })
    .transform((text) => new Date(text))
    .optional(),
});

/** Returns whether `NODE_ENV` names the production environment. */
export const isProduction = (nodeEnv: string | undefined) => nodeEnv?.trim().toLowerCase() === "production";

/**
 * Returns a clock: a function that returns the current time. If `fixedTime` is set, the clock always returns
 * `fixedTime`.
 */
export function createClock(fixedTime: Date | undefined): () => Date {
  return fixedTime === undefined ? () => new Date() : () => new Date(fixedTime);
}
