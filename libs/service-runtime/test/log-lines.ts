import { createLogger, type Logger } from "../src/telemetry/logger.ts";

/** Creates a logger, and keeps its lines in parsed form. */
export function keepLogLines(level = "debug"): { readonly logger: Logger; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { logger: createLogger({ name: "test", level, destination }), lines };
}
