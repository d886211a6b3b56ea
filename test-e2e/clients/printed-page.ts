import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { eventually } from "@network-access/testkit/until";

const guide = path.resolve(import.meta.dirname, "../../docs/live-state.md");

/** One event, as the page receives it. */
interface PublishedState {
  readonly id: string;
  readonly revision: number;
  readonly attempt: number | null;
  readonly state: string;
  readonly stateReason: string | null;
}

/** A Node process that runs the module of docs/live-state.md unchanged. */
export interface PrintedPage {
  /** The states that the module has reported so far. */
  readonly states: readonly PublishedState[];
  until(wanted: (state: PublishedState) => boolean, deadlineMs?: number): Promise<void>;
  /** The token that the program uses from now on. */
  setToken(token: string): void;
  /**
   * "ended" if the module ended normally, the error's message if it threw an error, and "stopped" if the process ended
   * before the module had ended.
   */
  readonly ended: Promise<string>;
  stop(): void;
}

const program = `
  import { readFileSync } from "node:fs";
  import { watchChangeRequest } from "./watch-change-request.js";
  const [eventsUrl, id] = process.argv.slice(2);
  const getToken = () => readFileSync(new URL("token", import.meta.url), "utf8");
  try {
    for await (const state of watchChangeRequest({ eventsUrl, id, getToken })) console.log(JSON.stringify({ state }));
    console.log(JSON.stringify({ ended: "ended" }));
  } catch (error) {
    console.log(JSON.stringify({ ended: error.message }));
  }
`;

/** Watches one change request with the module that docs/live-state.md shows. */
export function watchAsPrinted(eventsUrl: string, id: string, token: string): PrintedPage {
  const folder = mkdtempSync(path.join(tmpdir(), "printed-page-"));
  const setToken = (text: string) => writeFileSync(path.join(folder, "token"), text);
  setToken(token);
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "watch-change-request.js"), printedBlock("watch-change-request.js"));
  writeFileSync(path.join(folder, "program.js"), program);
  const child: ChildProcess = spawn(process.execPath, [path.join(folder, "program.js"), eventsUrl, id], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const states: PublishedState[] = [];
  const ended = Promise.withResolvers<string>();
  if (child.stdout)
    createInterface(child.stdout).on("line", (line) => {
      const output = JSON.parse(line) as { state?: PublishedState; ended?: string };
      if (output.state) states.push(output.state);
      else ended.resolve(output.ended ?? line);
    });
  child.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
    ended.resolve("stopped");
  });
  return {
    states,
    async until(wanted, deadlineMs) {
      await eventually(
        async () => states.at(-1),
        () => states.some(wanted),
        deadlineMs,
      );
    },
    setToken,
    ended: ended.promise,
    stop: () => void child.kill(),
  };
}

/** Returns the code block that follows a file's name in the guide. */
function printedBlock(file: string): string {
  const text = readFileSync(guide, "utf8");
  const [, code] =
    new RegExp(`\`${file.replaceAll(".", "\\.")}\`\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (!code) throw new Error(`${guide} prints no ${file}`);
  return code;
}
