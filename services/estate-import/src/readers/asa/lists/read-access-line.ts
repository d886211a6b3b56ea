import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { type Note, type Reading, unknown } from "../../text/not-understood.ts";
import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import { commonFamilies, type Families } from "../objects/object-families.ts";
import type { Command } from "../text/commands.ts";
import { redactLine } from "../text/redact-text.ts";
import { readWords, type WordReader } from "../text/word-reader.ts";
import type { ConfigurationNames } from "./configuration-names.ts";
import { type LineProtocol, readLinePorts, readLineProtocol, readLineServices } from "./read-line-services.ts";
import { readSide, type Side } from "./read-side.ts";

type LineReading = { readonly ok: true; readonly row: SnapshotRowInput; readonly notes: readonly Note[] } | Refusal;
type RowPlace = Pick<SnapshotRowInput, "number" | "comment">;

/**
 * Reads a line of an access list, from `permit` or `deny` to the end. `from` is the number of words before `permit` or
 * `deny`. If a part is not understood, the row is inexact and the part is reported.
 */
export function readAccessLine(
  command: Command,
  from: number,
  place: RowPlace,
  names: ConfigurationNames,
): LineReading {
  const words = readWords(command, from);
  const verb = words.next();
  if (verb !== "permit" && verb !== "deny")
    return refuseAt(command.line, `${shown(verb)} stands where permit or deny must`);
  const action = verb === "permit" ? "ACCEPT" : "DROP";
  const read = readMatch(words, names);
  if (!read.ok && read.wrong) return refuseAt(command.line, read.reason);
  const note = (column: number, reason: string): Note => ({
    ...{ line: command.line, column, text: redactLine(command.text), reason },
  });
  if (!read.ok) {
    // The words after `permit` or `deny` are not understood, and no part of them is used. The row is therefore marked
    // as inexact, and may match any traffic.
    const row: SnapshotRowInput = { ...place, action, exact: false, families: familyList(names.any) };
    return { ok: true, row, notes: [note(words.column(), read.reason)] };
  }
  const { row, reasons } = read.value;
  const notes = reasons.map((reason) => note(command.words[from]?.column ?? 1, reason));
  return { ok: true, row: { ...place, action, ...row }, notes };
}

interface Match {
  readonly row: Omit<SnapshotRowInput, "number" | "action">;
  readonly reasons: readonly string[];
}

function readMatch(words: WordReader, names: ConfigurationNames): Reading<Match> {
  const { definitions } = names;
  const protocol = readLineProtocol(words, definitions);
  if (!protocol.ok) return protocol;
  const users: string[] = [];
  skipIdentity(words, users);
  const source = readSide(words, names);
  if (!source.ok) return source;
  const undefinedGroup = isUndefinedGroup(words, names);
  if (undefinedGroup) return undefinedGroup;
  const sourcePorts = readLinePorts(words, definitions);
  if (!sourcePorts.ok) return sourcePorts;
  skipIdentity(words, users);
  const destination = readSide(words, names);
  if (!destination.ok) return destination;
  const unknownPorts = isUndefinedGroup(words, names);
  if (unknownPorts) return unknownPorts;
  const service = readLineServices(protocol.value, sourcePorts.value, words, definitions);
  if (!service.ok) return service;
  const options = readOptions(words, names);
  if (!options.ok) return options;

  const reasons = [source.value.reason, destination.value.reason].filter((reason) => reason !== undefined);
  if (users.length > 0) reasons.push("users and security tags are not understood");
  const sides = matchedFamilies(protocol.value, source.value, destination.value);
  const exact = reasons.length === 0;
  return {
    ok: true,
    value: {
      row: {
        ...options.value,
        ...(users.length > 0 && { users }),
        ...(!exact && { exact }),
        ...sides,
        service: service.value,
      },
      reasons,
    },
  };
}

/** Skips users, user groups and security groups, which may stand before an address. Adds their names to `users`. */
function skipIdentity(words: WordReader, users: string[]): void {
  for (;;) {
    if (words.take("user", "user-group", "object-group-user", "object-group-security")) users.push(nextName(words));
    else if (words.take("security-group")) {
      words.next();
      users.push(nextName(words));
    } else return;
  }
}

/** Reads a name. In the configuration, a name with spaces stands between quotes. */
function nextName(words: WordReader): string {
  let name = words.next();
  while (name.split('"').length % 2 === 0 && words.peek() !== "") name = `${name} ${words.next()}`;
  return name;
}

/**
 * Returns a problem if the next words refer to an object group that is not defined. Such a group could contain ports or
 * addresses, so the rest of the line can't be read.
 */
function isUndefinedGroup(words: WordReader, { definitions }: ConfigurationNames) {
  const [word, name = ""] = words.rest().split(" ", 2);
  const isUndefined = word === "object-group" && !definitions.has(name);
  return isUndefined ? unknown(`${shown(name)} is not defined`) : undefined;
}

function readOptions(words: WordReader, { timeRanges }: ConfigurationNames): Reading<Partial<SnapshotRowInput>> {
  const options: Partial<SnapshotRowInput> = {};
  while (words.peek() !== "") {
    if (words.take("log")) {
      options.log = !words.take("disable");
      if (options.log) skipLogOptions(words);
    } else if (words.take("inactive")) options.disabled = true;
    else if (words.take("time-range")) {
      const name = words.next();
      if (!timeRanges.has(name)) return unknown(`the time range ${shown(name)} is not defined`);
      options.schedules = [name];
    } else return unknown(`${shown(words.peek())} is not known here`);
  }
  return { ok: true, value: options };
}

const LEVELS = ["default", "emergencies", "alerts", "critical", "errors", "warnings", "notifications"];

function skipLogOptions(words: WordReader): void {
  words.take(...LEVELS, "informational", "debugging", "0", "1", "2", "3", "4", "5", "6", "7");
  if (words.take("interval")) words.next();
}

function matchedFamilies(
  { protocols, object }: LineProtocol,
  source: Side,
  destination: Side,
): Pick<SnapshotRowInput, "families" | "source" | "destination"> {
  const [protocol] = object === undefined ? protocols : [];
  const ofProtocol: Families = { 4: protocol !== 58, 6: protocol !== 1 };
  const families = commonFamilies(commonFamilies(source.families, destination.families), ofProtocol);
  const matchesNothing = !families[4] && !families[6];
  if (!matchesNothing)
    return { families: familyList(families), source: termOf(source), destination: termOf(destination) };
  // The source, the destination and the protocol have no common address family, so the row must match no traffic. A
  // side without a list of addresses would match every address, so it gets a list with all addresses of its own
  // families.
  return {
    families: protocol === 58 ? [6] : [4],
    source: termOf(source, everyAddress(source)),
    destination: termOf(destination, everyAddress(destination)),
  };
}

function familyList(families: Families): SnapshotRowInput["families"] {
  if (families[4] && families[6]) return [4, 6];
  return families[6] ? [6] : [4];
}

function everyAddress({ families }: Side): Side["members"] {
  return [...(families[4] ? [{ address: "0.0.0.0/0" }] : []), ...(families[6] ? [{ address: "::/0" }] : [])];
}

function termOf({ members }: Side, instead: Side["members"] = []): NonNullable<SnapshotRowInput["source"]> {
  const listed = members.length > 0 ? members : instead;
  return listed.length > 0 ? [{ members: [...listed] }] : [];
}
