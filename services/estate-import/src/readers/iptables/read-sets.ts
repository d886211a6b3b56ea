import { readNetwork, readRange } from "../text/parse-address.ts";
import { type Refusal, refuseAt, shown } from "../text/refusal.ts";
import { type Argument, splitArguments } from "./text/split-arguments.ts";

/** A set of addresses. If `reason` is present, the set was not understood and has no members. */
export interface AddressSetListing {
  readonly line: number;
  readonly family: 4 | 6;
  readonly members: { readonly address: string }[];
  reason: string | undefined;
}

const LONGEST_LINE = 64 * 1_024;
const MOST_MEMBERS = 100_000;
const LONGEST_NAME = 255;
const types = new Set(["hash:ip", "hash:net"]);
/**
 * These options of sets and set members do not change which packets a set matches. The number says how many values
 * follow the option.
 */
const harmless: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ hashsize: 1, maxelem: 1, bucketsize: 1, initval: 1, timeout: 1, packets: 1, bytes: 1, comment: 1 },
    ...{ counters: 0, skbinfo: 0, forceadd: 0, "-exist": 0, skbmark: 1, skbprio: 1, skbqueue: 1 },
  }),
);

/** Reads the output of ipset save in linear time. */
export function readSets(
  text: string,
): { readonly ok: true; readonly sets: ReadonlyMap<string, AddressSetListing> } | Refusal {
  const sets = new Map<string, AddressSetListing>();
  let line = 0;
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf("\n", from);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    if (end - from > LONGEST_LINE) return refuseAt(line, `the line has more than ${LONGEST_LINE} characters`);
    const problem = readLine(text.slice(from, end).trim(), line, sets);
    if (problem !== undefined) return refuseAt(line, problem);
    from = end + 1;
  }
  return { ok: true, sets };
}

function readLine(text: string, line: number, sets: Map<string, AddressSetListing>): string | undefined {
  if (text === "" || text.startsWith("#")) return undefined;
  const args = splitArguments(text);
  if (!args) return "a quote is not closed";
  const [command, name, value, ...options] = args;
  if (command?.text !== "create" && command?.text !== "add")
    return `${shown(command?.text ?? "")} is not read; give what ipset save prints`;
  if (!name || !value) return "the line was cut off";
  if (name.text.length > LONGEST_NAME) return `${shown(name.text)} is no name of a set`;
  if (command.text === "create") {
    if (sets.has(name.text)) return `the set ${shown(name.text)} is created twice`;
    sets.set(name.text, createSet(name.text, value.text, options, line));
    return undefined;
  }
  const set = sets.get(name.text);
  if (!set) return `the set ${shown(name.text)} is not created before`;
  return addMember(name.text, set, value.text, options);
}

function createSet(name: string, type: string, options: readonly Argument[], line: number): AddressSetListing {
  const family = options.some(({ text }, at) => text === "inet6" && options[at - 1]?.text === "family") ? 6 : 4;
  const set: AddressSetListing = { line, family, members: [], reason: undefined };
  // The option `comment` of a set has no value and is removed here. In `harmless`, `comment` is the option of a member,
  // which has one value.
  const odd = oddOption(options.filter(({ text }) => !["family", "inet", "inet6", "comment"].includes(text)));
  if (!types.has(type)) set.reason = `the set ${shown(name)} has the type ${shown(type)}, which is not understood`;
  else if (odd !== undefined)
    set.reason = `the set ${shown(name)} has the option ${shown(odd)}, which is not understood`;
  return set;
}

function addMember(
  name: string,
  set: AddressSetListing,
  text: string,
  options: readonly Argument[],
): string | undefined {
  if (set.reason !== undefined) return undefined;
  const odd = oddOption(options);
  if (odd !== undefined)
    set.reason = `a member of the set ${shown(name)} has the option ${shown(odd)}, which is not understood`;
  else if (set.members.length === MOST_MEMBERS)
    set.reason = `the set ${shown(name)} has more than ${MOST_MEMBERS} members`;
  else {
    const read = text.includes("-") ? readRange(set.family, text) : readNetwork(set.family, text);
    if (read.ok === "empty") return `the range ${shown(text)} ends before it begins`;
    if (read.ok) set.members.push({ address: read.text });
    else if (read.wrong) return read.reason;
    else set.reason = read.reason;
  }
  // The members of a set that is not understood are dropped at once, to save memory.
  if (set.reason !== undefined) set.members.length = 0;
  return undefined;
}

function oddOption(options: readonly Argument[]): string | undefined {
  for (let at = 0; at < options.length; ) {
    const { text = "" } = options[at] ?? {};
    const values = harmless.get(text);
    if (values === undefined) return text;
    at += 1 + values;
  }
  return undefined;
}
