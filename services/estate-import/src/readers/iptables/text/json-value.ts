/** A JSON object whose members may be missing or have any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the text of a member, or undefined if the member is missing or is not a text. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the objects in the list that a member contains. If the member is not a list, the result is empty. */
export function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * Returns a function that finds the place of a text in a JSON file. The texts must be requested in the order of the
 * file, so that one pass is enough. Lines and columns count from 1.
 */
export function createLocator(json: string): (text: string) => { readonly line: number; readonly column: number } {
  let from = 0;
  let counted = 0;
  let line = 1;
  let lineStart = 0;
  return (text) => {
    const found = from < 0 ? -1 : json.indexOf(JSON.stringify(text), from);
    // If the file escapes a text differently from JSON.stringify, the text is not found. The search then gives up, so
    // later texts are not found either.
    from = found < 0 ? -1 : found + 1;
    const at = found < 0 ? counted : found;
    for (; counted < at; counted += 1)
      if (json.charCodeAt(counted) === 10) {
        line += 1;
        lineStart = counted + 1;
      }
    return { line, column: at - lineStart + 1 };
  };
}
