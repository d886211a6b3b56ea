import { stdSerializers } from "pino";
import { hideSecrets } from "./hide-secrets.ts";

const MOST_CHARACTERS = 1_000;
const MOST_STACK_CHARACTERS = 8_000;
const MOST_ERRORS = 5;

/**
 * A fault as a log tells it: its type, its message and its way with those of its causes, and its own texts, numbers and
 * flags, each up to a bound. Objects are left out: drivers attach the whole call that failed, with the documents in it.
 */
export function serializeError(fault: unknown): object {
  if (!(fault instanceof Error)) return { message: cut(String(fault)) };
  const told: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stdSerializers.err(fault))) {
    if (typeof value === "string") told[name] = cut(value, name === "stack" ? MOST_STACK_CHARACTERS : undefined);
    else if (typeof value === "number" || typeof value === "boolean") told[name] = value;
  }
  const several = fault instanceof AggregateError ? fault.errors.slice(0, MOST_ERRORS).map(serializeError) : [];
  return hideSecrets(several.length > 0 ? { ...told, aggregateErrors: several } : told);
}

function cut(text: string, most = MOST_CHARACTERS): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}
