import { styleText } from "node:util";
import { escapeControls } from "@network-access/service-runtime/escape-controls";

/** What a line is about; on a terminal it has a colour. */
export type Tone = "plain" | "heading" | "added" | "changed" | "removed" | "wrong" | "doubtful" | "good" | "aside";

/** One line to be shown; its text may hold anything that a file or the service said. */
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

/** The line as it is printed: what would mislead a reader is shown by its number, and colours are added where wanted. */
export function printed({ text, tone }: Line, colours: boolean): string {
  const visible = escapeControls(text);
  return colours && styles[tone].length > 0
    ? styleText([...styles[tone]], visible, { validateStream: false })
    : visible;
}

/** Colours are for people who look at a terminal and did not ask for none (https://no-color.org). */
export function wantsColours(isTTY: boolean | undefined, env: Readonly<Record<string, string | undefined>>): boolean {
  return isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}
