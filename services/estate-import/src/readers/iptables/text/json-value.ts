/** A JSON object whose members may be missing or have any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of a member; undefined where there is none. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The objects in a list; empty where there is no list. */
export function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * Finds the places of texts in a JSON file in one pass. The texts must be requested in their order. Lines and columns
 * count from 1.
 */
export function createLocator(json: string): (text: string) => { readonly line: number; readonly column: number } {
  let from = 0;
  let counted = 0;
  let line = 1;
  let lineStart = 0;
  return (text) => {
    const found = from < 0 ? -1 : json.indexOf(JSON.stringify(text), from);
    // A text that is written with other escapes is not found. Later texts are not searched then either, so that one
    // pass is enough.
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
