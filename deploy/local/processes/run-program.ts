import { spawn } from "node:child_process";

export interface ProgramOptions {
  folder?: string;
  environment?: Record<string, string | undefined>;
  user?: { uid: number; gid: number } | undefined;
}

/**
 * Runs a program and returns its standard output. If the program fails, throws an error with the last lines of its
 * standard output and standard error.
 */
export function runProgram(command: string, args: readonly string[], options: ProgramOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(options.folder === undefined ? {} : { cwd: options.folder }),
      env: options.environment ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      ...options.user,
    });
    let printed = "";
    let both = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk;
      both += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      both += chunk;
    });
    child.once("error", (cause) =>
      reject(new Error(`\`${command}\` could not be started: ${cause.message}`, { cause })),
    );
    child.once("close", (code, signal) => {
      if (code === 0) resolve(printed);
      else
        reject(
          new Error(`\`${command} ${args[0] ?? ""}\` ended with ${signal ?? `code ${code}`}:\n${lastLines(both, 12)}`),
        );
    });
  });
}

/** Returns the last lines of a text, without empty lines. */
export function lastLines(text: string, count: number): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .join("\n");
}
