// Control characters may move the cursor, ring the bell or end a line. Direction marks reorder the displayed text.
const misleading = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Makes a line safe to show on a terminal. Replaces every misleading character by its escape, such as "\u001b". */
export function escapeControls(line: string): string {
  return line.replace(misleading, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Makes a text of several lines safe to show on a terminal. Line feeds are kept. */
export function escapeControlsInLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
}
