import { stdSerializers } from "pino";
import { hideSecrets } from "./hide-secrets.ts";

const MAX_CHARACTERS = 1_000;
const MAX_STACK_CHARACTERS = 8_000;
const MAX_ERRORS = 5;

/**
 * Converts an error to an object for the log. The object contains:
 * - the error's type
 * - the messages and stacks of the error and of its causes
 * - all other members of the error that are strings, numbers or booleans
 *
 * Long texts are truncated. Members that are objects are left out, because database drivers attach the whole failed
 * call to an error, including the documents of the call.
 */
export function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: truncate(String(error)) };
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stdSerializers.err(error))) {
    if (typeof value === "string") members[name] = truncate(value, name === "stack" ? MAX_STACK_CHARACTERS : undefined);
    else if (typeof value === "number" || typeof value === "boolean") members[name] = value;
  }
  const inner = error instanceof AggregateError ? error.errors.slice(0, MAX_ERRORS).map(serializeError) : [];
  return hideSecrets(inner.length > 0 ? { ...members, aggregateErrors: inner } : members);
}

function truncate(text: string, most = MAX_CHARACTERS): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}
