import type { ReadDevice, Reader, ReadOutcome, SourceFile } from "../../reader.ts";
import type { Note } from "../text/not-understood.ts";
import { type Refusal, refuseAt, shown } from "../text/refusal.ts";
import { bindLists } from "./interfaces/bind-lists.ts";
import { type AsaInterface, readInterfaces } from "./interfaces/read-interfaces.ts";
import { linesNotRead } from "./lines-not-read.ts";
import type { ConfigurationNames } from "./lists/configuration-names.ts";
import { readAccessLists } from "./lists/read-access-lists.ts";
import { readTimeRanges } from "./lists/read-time-ranges.ts";
import { readTranslations } from "./nat/read-translations.ts";
import { collectDefinitions } from "./objects/collect-definitions.ts";
import type { Definitions } from "./objects/definitions.ts";
import { findNestingProblem } from "./objects/find-nesting-problem.ts";
import { BOTH_FAMILIES, createFamilyLookup } from "./objects/object-families.ts";
import { readDefinitions } from "./objects/read-definitions.ts";
import { readRoutes, virtualRouterOf } from "./read-routes.ts";
import { type Command, splitCommands } from "./text/commands.ts";
import { redactLine, redactText } from "./text/redact-text.ts";

const MOST_BYTES = 32 * 1_024 * 1_024;

/**
 * Reads the output of `show running-config`, for devices with version 8.3 or newer. The problem of a refused file
 * contains the file's name and the line. Reading takes linear time.
 */
export const readAsa: Reader = (files) => {
  const [file, second] = files;
  if (!file || second)
    return { ok: false, problem: `${files.length} files are given; give one, with what show running-config prints` };
  const read = readConfiguration(file);
  return read.ok ? read : { ok: false, problem: `${file.name}:${read.line}: ${read.problem}` };
};

function readConfiguration({ name: file, text }: SourceFile): Extract<ReadOutcome, { ok: true }> | Refusal {
  if (Buffer.byteLength(text) > MOST_BYTES) return refuseAt(1, `the file has more than ${MOST_BYTES} bytes`);
  const split = splitCommands(text);
  if (!split.ok) return split;
  const { commands } = split;
  const version = readVersion(commands);
  if (!version.ok) return version;
  const mode = findUnreadMode(commands);
  if (mode) return mode;

  const interfaces = readInterfaces(commands);
  if (!interfaces.ok) return interfaces;
  const collected = collectDefinitions(commands);
  if (!collected.ok) return collected;
  const { definitions } = collected;
  const aliases = new Map(
    commands
      .filter(({ words }) => words[0]?.text === "name")
      .map(({ words }) => [words[2]?.text ?? "", words[1]?.text ?? ""]),
  );
  const ofObjects = readDefinitions(definitions, aliases);
  if ("ok" in ofObjects) return ofObjects;
  const nesting = findNestingProblem(definitions);
  if (nesting) return nesting;
  const timeRanges = readTimeRanges(commands);
  if (!timeRanges.ok) return timeRanges;
  const names: ConfigurationNames = {
    ...{ aliases, definitions, familiesOf: createFamilyLookup(definitions) },
    interfaces: new Map(interfaces.interfaces.map((one) => [one.name, ownAddresses(one)])),
    timeRanges: new Set(timeRanges.schedules.map(({ name }) => name)),
    any: version.anyIsBoth ? BOTH_FAMILIES : { 4: true, 6: false },
  };
  const lists = readAccessLists(commands, names);
  if (!lists.ok) return lists;
  const bound = bindLists(commands, interfaces.interfaces, lists.lists);
  if (!bound.ok) return bound;
  const translations = readTranslations(commands, names);
  if (!translations.ok) return translations;
  const routes = readRoutes(commands, interfaces.interfaces, aliases);
  if (!routes.ok) return routes;

  const notes = [interfaces.notes, ofObjects, lists.notes, translations.notes, routes.notes, unreadCommands(commands)];
  const policies = [...lists.lists].map(([name, { rows }]) => ({
    ...{ name, displayName: name, policyType: "SECURITY" as const, rows },
  }));
  const device: ReadDevice = {
    ...{ vendor: "Cisco", product: "ASA" },
    policies: [...policies, ...bound.policies, ...translations.policies],
    objects: [...objectsOf(definitions), ...timeRanges.schedules],
    interfaces: interfaces.interfaces.map((one) => ({
      ...{ name: one.name, displayName: one.displayName, addresses: [...one.addresses, ...one.standby] },
      ...{ virtualRouter: virtualRouterOf(one), disabled: one.disabled },
    })),
    entries: [...bound.entries, ...translations.entries],
    routes: routes.routes,
    notUnderstood: notes
      .flat()
      .sort((one, other) => one.line - other.line || one.column - other.column)
      .map((note) => ({ file, ...note, text: shortened(note.text), reason: shortened(note.reason) })),
    texts: [{ name: file, text: redactText(text) }],
  };
  return { ok: true, device };
}

type VersionReading = { readonly ok: true; readonly anyIsBoth: boolean } | Refusal;

function readVersion(commands: readonly Command[]): VersionReading {
  const command = commands.find(({ words }) => words[0]?.text === "ASA" && words[1]?.text === "Version");
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(command?.words[2]?.text ?? "") ?? [];
  if (!command || major === undefined)
    return refuseAt(1, 'no line "ASA Version" is in the file; give what show running-config prints');
  const version = Number(major) * 100 + Number(minor);
  if (version < 803)
    return refuseAt(command.line, "versions before 8.3 are not read: their lists hold translated addresses");
  return { ok: true, anyIsBoth: version >= 900 };
}

/**
 * Returns a refusal if the device is in transparent mode (a bridge) or in multiple-context mode (several virtual
 * devices).
 */
function findUnreadMode(commands: readonly Command[]): Refusal | undefined {
  for (const { line, words } of commands) {
    const [head, what] = words.map(({ text }) => text);
    if (head === "firewall" && what === "transparent") return refuseAt(line, "transparent mode is not read");
    if (head === "context" || (head === "mode" && what === "multiple"))
      return refuseAt(
        line,
        `${shown(words[1]?.text ?? "")}: several contexts are not read; give the configuration of one context`,
      );
  }
  return undefined;
}

/**
 * Returns the notes on lines that are not read. Returns only one note for each combination of a command and a reason,
 * because such lines often repeat.
 */
function unreadCommands(commands: readonly Command[]): readonly Note[] {
  const notes = new Map<string, Note>();
  for (const command of commands)
    for (const { line, reason } of linesNotRead(command)) {
      const key = `${command.words[0]?.text} ${reason}`;
      const [first] = line.words;
      if (!notes.has(key))
        notes.set(key, { line: line.line, column: first?.column ?? 1, text: redactLine(line.text), reason });
    }
  return [...notes.values()];
}

/**
 * Returns the addresses of an interface. In access lists, the word `interface` and the name of the interface stand for
 * these addresses. Returns undefined if an address of the interface is unknown.
 */
function ownAddresses({ addresses, hasUnknownAddress }: AsaInterface): readonly string[] | undefined {
  return hasUnknownAddress ? undefined : addresses.map((address) => address.split("/", 1)[0] ?? "");
}

function objectsOf(definitions: Definitions): ReadDevice["objects"] {
  return [...definitions.values()].map(({ kind, name, comment, type, fqdn, addresses, services }) =>
    kind === "network"
      ? { kind, name, comment, type: networkType(type), ...(fqdn && { fqdn }), members: addresses }
      : { kind: "service", name, comment, type: type === "GROUP" ? type : "SERVICE", members: services },
  );
}

function networkType(type: string): "HOST" | "NETWORK" | "ADDRESS_RANGE" | "GROUP" | "FQDN" {
  return type === "HOST" || type === "NETWORK" || type === "ADDRESS_RANGE" || type === "FQDN" ? type : "GROUP";
}

const LONGEST_TEXT = 4_096;

function shortened(text: string): string {
  return text.slice(0, LONGEST_TEXT);
}
