/** A JSON object whose members may be missing or have any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value of the member `name` if it is a string that is not empty, otherwise undefined. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Returns the objects in the list that is the value of the member `name`. Elements that are not objects are left out.
 * Returns an empty list if the value is not a list.
 */
export function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * Returns a function that finds the position of a string in a JSON file. The function must be called with the strings
 * in the order in which the file contains them, because each search starts after the previous result. Lines and columns
 * count from 1.
 */
export function createLocator(json: string): (text: string) => { readonly line: number; readonly column: number } {
  let from = 0;
  let counted = 0;
  let line = 1;
  let lineStart = 0;
  return (text) => {
    const found = from < 0 ? -1 : json.indexOf(JSON.stringify(text), from);
    // A text is not found if the file escapes it differently from JSON.stringify. After such a text, every call returns
    // the position of the text that was found last.
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
