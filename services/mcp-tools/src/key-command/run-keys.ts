import { errorMessage } from "@network-access/service-runtime/error-message";
import { escapeControls } from "@network-access/service-runtime/escape-controls";
import { DONE, FAILED, INTERRUPTED, MISCONFIGURED, MISUSED } from "@network-access/service-runtime/exit-codes";
import { isUnencrypted } from "@network-access/service-runtime/is-unencrypted";
import type { Destination } from "./destination.ts";
import { createHttpKeyServer } from "./http-key-server.ts";
import type { Called, KeyServer, KeyServerFailure } from "./key-server.ts";
import { keyTable, timeText } from "./key-table.ts";
import { type KeyCommand, readArguments } from "./read-arguments.ts";
import { usage } from "./usage.ts";

interface Needs {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Throws an error with a message for the user if settings are missing. */
  readonly readDestination: () => Destination;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** Runs one command and returns its exit code. */
export async function runKeys(given: Needs, args: readonly string[]): Promise<number> {
  // Escapes the lines before they are printed, because labels and responses may contain control characters.
  const needs: Needs = {
    ...given,
    print: (line) => given.print(escapeControls(line)),
    complain: (line) => given.complain(escapeControls(line)),
  };
  const { print, complain, signal } = needs;
  const read = readArguments(args);
  if (!read.ok) {
    if ("help" in read) for (const line of usage.split("\n")) print(line);
    else for (const line of [read.problem, "npm run keys -- --help shows every command and flag."]) complain(line);
    return "help" in read ? DONE : MISUSED;
  }
  const destination = destinationOf(needs);
  if (destination === undefined) return MISCONFIGURED;
  if (isUnencrypted(destination.url))
    complain(`${destination.url} is not https: the token and the key are sent in plain text.`);
  const done = await run(needs, createHttpKeyServer({ ...destination, signal }), read.command);
  return done.ok ? DONE : stop(needs, done.failure);
}

async function run({ print, complain, now }: Needs, server: KeyServer, command: KeyCommand): Promise<Called<unknown>> {
  switch (command.do) {
    case "create": {
      const created = await server.create({ label: command.label, kind: command.kind });
      if (!created.ok) return created;
      const { id, kind, label, expiresAt, secret } = created.answer;
      const end = expiresAt === null ? "until it is revoked" : `until ${timeText(expiresAt)}`;
      complain(`Key ${id} (${kind}) for "${label}", valid ${end}. Its secret is shown only now:`);
      print(secret);
      return created;
    }
    case "list": {
      const listed = await server.list();
      if (!listed.ok) return listed;
      for (const line of keyTable(listed.answer, now())) print(line);
      if (listed.answer.length === 0) complain("There are no keys; create makes one.");
      return listed;
    }
    case "revoke": {
      const revoked = await server.revoke(command.id);
      if (!revoked.ok) return revoked;
      const { id, label, revokedAt, revokedBy } = revoked.answer;
      const when = revokedAt === null ? "" : ` since ${timeText(revokedAt)}, by ${revokedBy}`;
      print(`Key ${id} for "${label}" is revoked${when}. It ends within 5 seconds of that.`);
      return revoked;
    }
  }
}

function stop({ complain }: Needs, failure: KeyServerFailure): number {
  switch (failure.kind) {
    case "interrupted":
      complain("Interrupted.");
      return INTERRUPTED;
    case "unanswered":
      complain(`${failure.message}.`);
      return FAILED;
    case "refused": {
      const advice = failure.status === 401 ? "; check TOOL_SERVER_TOKEN" : "";
      complain(`The tool server refused (${failure.status}): ${failure.message}${advice}`);
      return FAILED;
    }
  }
}

function destinationOf({ complain, readDestination }: Needs): Destination | undefined {
  try {
    return readDestination();
  } catch (error) {
    for (const line of errorMessage(error).split("\n")) complain(line);
    return undefined;
  }
}
