// Controls move the cursor, ring or end a line; marks of direction show text in another order than it is.
const misleading = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** One line as a terminal may show it: every character that could mislead a reader becomes its number, such as "\u001b". */
export function escapeControls(line: string): string {
  return line.replace(misleading, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The same for a text of several lines, such as the help: its line feeds stay. */
export function escapeControlsInLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
}
