import { styleText } from "node:util";
import { escapeControls } from "@network-access/service-runtime/escape-controls";

/** The kind of a line, shown as a colour on a terminal. */
export type Tone = "plain" | "heading" | "added" | "changed" | "removed" | "wrong" | "doubtful" | "good" | "aside";

/** One line of output. Its text may be untrusted. */
export interface Line {
  readonly text: string;
  readonly tone: Tone;
}

export function line(text: string, tone: Tone = "plain"): Line {
  return { text, tone };
}

const styles = {
  plain: [],
  heading: ["bold"],
  added: ["green"],
  changed: ["yellow"],
  removed: ["red"],
  wrong: ["red"],
  doubtful: ["yellow"],
  good: ["green"],
  aside: ["dim"],
} as const satisfies Record<Tone, readonly Parameters<typeof styleText>[0][]>;

/** Returns the line as it is printed. Control characters are escaped, and colours are added if `colours` is true. */
export function printed({ text, tone }: Line, colours: boolean): string {
  const visible = escapeControls(text);
  return colours && styles[tone].length > 0
    ? styleText([...styles[tone]], visible, { validateStream: false })
    : visible;
}

/**
 * Returns whether to use colours. They are used on a terminal unless NO_COLOR is set (https://no-color.org) or TERM is
 * "dumb".
 */
export function wantsColours(isTTY: boolean | undefined, env: Readonly<Record<string, string | undefined>>): boolean {
  return isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}
