import { isProduction } from "@network-access/service-runtime/clock";
import { httpSettings, readEnvironment, serverEnvironment } from "@network-access/service-runtime/environment";
import { z } from "zod";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

const environment = z.object({
  ...serverEnvironment.shape,
  HOST: z
    .string()
    .regex(LOOPBACK, "the conformance profile asks for no key, so it listens on a loopback address only, as 127.0.0.1")
    .default("127.0.0.1"),
  NODE_ENV: z
    .string()
    .refine(
      (name) => !isProduction(name),
      "the conformance profile has fixtures instead of tools and asks for no key, so it does not run in production; start src/main.ts",
    )
    .optional(),
});

export type ConformanceSettings = ReturnType<typeof readConformanceSettings>;

/** Reads the settings of the conformance profile. Throws one error that lists every mistake. */
export function readConformanceSettings(env: Readonly<Record<string, string | undefined>>) {
  const read = readEnvironment(environment, env);
  return { logLevel: read.LOG_LEVEL, stopMs: read.STOP_SECONDS * 1_000, http: httpSettings(read) };
}
