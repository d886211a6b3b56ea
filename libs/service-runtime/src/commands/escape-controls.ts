// Control characters may move the cursor, ring the bell or end a line. Direction marks reorder the displayed text.
const misleading = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Makes a line safe to show on a terminal. Replaces control characters and direction marks by escapes such as "\u001b".
 */
export function escapeControls(line: string): string {
  return line.replace(misleading, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Escapes control characters and direction marks in a text of several lines, so that a terminal can show the text
 * safely. Keeps line feeds.
 */
export function escapeControlsInLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
}
