/** Returns the message of a caught value: the message of an Error, or any other value as text. */
export function errorMessage(caught: unknown): string {
  return caught instanceof Error ? caught.message : String(caught);
}
