import { errorMessage } from "./error-message.ts";

/**
 * Calls `parse`, which uses `parseArgs` of node:util. If `parse` throws, returns the message of the error as one line.
 */
export function tryParse<Parsed>(
  parse: () => Parsed,
): { readonly ok: true; readonly parsed: Parsed } | { readonly ok: false; readonly problem: string } {
  try {
    return { ok: true, parsed: parse() };
  } catch (error) {
    // Some messages of parseArgs have several lines.
    return { ok: false, problem: errorMessage(error).replaceAll("\n", " ") };
  }
}
