import { errorMessage } from "@network-access/service-runtime/error-message";
import { DONE, MISCONFIGURED, MISUSED } from "@network-access/service-runtime/exit-codes";
import { isUnencrypted } from "@network-access/service-runtime/is-unencrypted";
import { applyPolicies } from "./apply-policies.ts";
import type { Boundaries } from "./boundaries.ts";
import type { Destination } from "./config.ts";
import { exportPolicies } from "./export-policies.ts";
import { boundaryYaml } from "./files/boundary-yaml.ts";
import { fileNames } from "./files/file-names.ts";
import { parsePolicyFile } from "./files/parse-policy-file.ts";
import type { PolicyFolder } from "./files/policy-folder.ts";
import { lintPolicies } from "./lint-policies.ts";
import { previewPolicies } from "./preview-policies.ts";
import { type Options, readArguments } from "./read-arguments.ts";
import { readPolicies } from "./read-policies.ts";
import { line } from "./terminal/line.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { usage } from "./usage.ts";

interface Needs {
  readonly terminal: Terminal;
  /** Opens a folder. `name` is relative to the folder in which the command was typed. */
  readonly openFolder: (name: string) => PolicyFolder;
  /** Throws an error with a message for the user if settings are missing. */
  readonly readDestination: () => Destination;
  readonly connect: (destination: Destination) => Boundaries;
  readonly isInterrupted: () => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

/** Runs one command and returns its exit code. */
export async function runPolicy(needs: Needs, args: readonly string[]): Promise<number> {
  const { terminal } = needs;
  const read = readArguments(args);
  if (!read.ok) {
    if ("help" in read) terminal.print(usage.split("\n").map((text) => line(text)));
    else
      terminal.complain([
        line(read.problem, "wrong"),
        line("npm run boundaries -- --help shows every command and flag."),
      ]);
    return "help" in read ? DONE : MISUSED;
  }
  const { options } = read;
  const folder = needs.openFolder(options.folder);
  const readFiles = () => readPolicies({ ...folder, parse: parsePolicyFile }, options.folder);
  if (options.command === "lint") return lintPolicies({ terminal, readFiles });
  const destination = destinationOf(needs);
  if (destination === undefined) return MISCONFIGURED;
  return runConnected(needs, options, { folder, readFiles, destination });
}

function runConnected(
  { terminal, connect, isInterrupted, pause }: Needs,
  options: Exclude<Options, { command: "lint" }>,
  {
    folder,
    readFiles,
    destination,
  }: { folder: PolicyFolder; readFiles: () => ReturnType<typeof readPolicies>; destination: Destination },
): Promise<number> {
  const boundaries = connect(destination);
  const common = { terminal, boundaries, readFiles, isInterrupted };
  switch (options.command) {
    case "apply":
      return applyPolicies({ ...common, pause }, { ...options, where: destination.url });
    case "preview":
      return previewPolicies(common, options);
    case "export":
      return exportPolicies({ ...common, ...folder, yamlOf: boundaryYaml, fileNames }, options);
  }
}

function destinationOf({ terminal, readDestination }: Needs): Destination | undefined {
  try {
    const destination = readDestination();
    if (destination.from === "local stack")
      terminal.print([line(`Using the stack of this clone at ${destination.url}`, "aside")]);
    if (isUnencrypted(destination.url))
      terminal.complain([line(`${destination.url} is not https: the token is sent in plain text.`, "doubtful")]);
    return destination;
  } catch (error) {
    const problem = errorMessage(error);
    terminal.complain(problem.split("\n").map((text) => line(text, "wrong")));
    terminal.complain([line("While npm start runs in this clone, neither is needed.")]);
    return undefined;
  }
}
