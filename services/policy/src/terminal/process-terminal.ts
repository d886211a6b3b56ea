import { createInterface } from "node:readline/promises";
import { escapeControls } from "@network-access/service-runtime/escape-controls";
import { createStatusLine } from "@network-access/service-runtime/status-line";
import { type Line, printed, wantsColours } from "./line.ts";
import type { Terminal } from "./terminal.ts";

/** The terminal of this process. If the user ends a question with Ctrl-C or Ctrl-D, `interrupted` is aborted. */
export function processTerminal(interrupted: AbortController): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const show = (stream: NodeJS.WriteStream) => {
    const colours = wantsColours(stream.isTTY, env);
    return (lines: readonly Line[]) => {
      if (lines.length > 0) stream.write(`${lines.map((line) => printed(line, colours)).join("\n")}\n`);
    };
  };

  async function ask(question: string): Promise<string | undefined> {
    const terminal = createInterface({ input: stdin, output: stdout });
    try {
      return (await terminal.question(escapeControls(question), { signal: interrupted.signal })).trim();
    } catch {
      interrupted.abort();
      return undefined;
    } finally {
      terminal.close();
    }
  }

  return {
    print: show(stdout),
    complain: show(stderr),
    status: createStatusLine(stderr, Date.now),
    ask: stdin.isTTY && stdout.isTTY ? ask : null,
  };
}
