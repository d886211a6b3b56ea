import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import { splitOptions } from "../rules/split-options.ts";
import { splitArguments } from "../text/split-arguments.ts";
import { BUILT_IN, type Chain, type Listing, type Table } from "./listing.ts";
import { familyOfHeader, familyOfRule } from "./listing-family.ts";

const MOST_RULES = 50_000;
const MOST_CHAINS = 50_000;
const LONGEST_LINE = 64 * 1_024;
/** The limits of iptables-restore. */
const MOST_ARGUMENTS = 255;
const LONGEST_CHAIN_NAME = 255;

const counters = /^\[\d+:\d+\][ \t]*/;
/**
 * iptables prints one of these texts if its listing is incomplete: nft has rules that iptables can't list, or there are
 * rules of both variants of iptables (nft and legacy).
 */
const incomplete = /is incompatible, use 'nft' tool|tables-legacy tables present|tables-nft tables present/;

interface State {
  readonly tables: Map<string, Table>;
  readonly warnings: { readonly line: number; readonly text: string }[];
  readonly restrictions: { readonly line: number; readonly family: 4 | 6 }[];
  table: (Table & { readonly name: string }) | undefined;
  header: 4 | 6 | undefined;
  /** True after a header until its table begins. */
  headerIsOpen: boolean;
  shownByAddress: 4 | 6 | undefined;
  shownByName: 4 | 6 | undefined;
  ruleCount: number;
}

/**
 * Splits a listing into its tables, chains and rules. Runs in linear time. Only the target and the address family of
 * each rule are read here.
 *
 * The address family of the listing is taken from the first of these sources that is present:
 * - the header
 * - the first address
 * - the first name that usually belongs to one family
 *
 * If none of them is present, the family is IPv4.
 */
export function parseListing(text: string): { readonly ok: true; readonly listing: Listing } | Refusal {
  const state: State = {
    ...{ tables: new Map(), warnings: [], restrictions: [] },
    ...{ table: undefined, header: undefined, headerIsOpen: false },
    ...{ shownByAddress: undefined, shownByName: undefined, ruleCount: 0 },
  };
  let line = 0;
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf("\n", from);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    const stripped = text.charAt(end - 1) === "\r" && end > from ? end - 1 : end;
    if (stripped - from > LONGEST_LINE) return refuseAt(line, `the line has more than ${LONGEST_LINE} characters`);
    const problem = readLine(text.slice(from, stripped), line, state);
    if (problem !== undefined) return refuseAt(line, problem);
    from = end + 1;
  }
  if (state.table) return refuseAt(line, `the table ${state.table.name} has no COMMIT; the file was cut off`);
  if (state.headerIsOpen) return refuseAt(line, "no table follows the header; the file was cut off");
  const { tables, warnings, header, shownByAddress, shownByName, ruleCount } = state;
  const family = header ?? shownByAddress ?? shownByName ?? 4;
  const other = state.restrictions.find((one) => one.family !== family);
  if (other) return refuseAt(other.line, `a rule for IPv${other.family} stands in a listing of IPv${family}`);
  return { ok: true, listing: { family, tables, warnings, ruleCount } };
}

/** Adds a line to the state. Returns the problem of the line, or undefined if there is none. */
function readLine(whole: string, line: number, state: State): string | undefined {
  const indent = whole.length - whole.trimStart().length;
  const text = whole.trim();
  if (text === "") return undefined;
  if (text.startsWith("#")) return readComment(text, line, state);
  if (text.startsWith("*")) return openTable(text.slice(1).trim(), line, state);
  if (text === "COMMIT") {
    if (!state.table) return "COMMIT stands outside a table";
    state.table = undefined;
    return undefined;
  }
  const { table } = state;
  if (text.startsWith(":")) {
    if (!table) return "a chain stands outside a table";
    const [name = "", policy = "-"] = text
      .slice(1)
      .trim()
      .split(/[ \t]+/, 2);
    return declareChain(table, name, policy, line);
  }
  const [counted = ""] = counters.exec(text) ?? [];
  const args = splitArguments(whole, indent + counted.length);
  if (!args) return "a quote is not closed";
  if (args.length > MOST_ARGUMENTS) return `the line has ${args.length} arguments; iptables takes ${MOST_ARGUMENTS}`;
  // The options `-4` and `-6` may stand before the command. They limit the line to one address family.
  const isRestricted = args[0]?.text === "-4" || args[0]?.text === "-6";
  const [command, chain, ...rest] = isRestricted ? args.slice(1) : args;
  if (command?.text !== "-A" && command?.text !== "--append") {
    if (!table) return `${shown(command?.text ?? text)} stands outside a table`;
    return runCommand(table, command?.text ?? text, chain?.text, rest[0]?.text, line);
  }
  if (!table) return "-A stands outside a table";
  const found = table.chains.get(chain?.text ?? "");
  if (!chain || !found) return `the table ${table.name} declares no chain ${shown(chain?.text ?? "")}`;
  state.ruleCount += 1;
  if (state.ruleCount > MOST_RULES) return `the listing has more than ${MOST_RULES} rules`;
  const split = splitOptions([...(isRestricted ? args.slice(0, 1) : []), ...rest]);
  if (!split.ok) return split.problem;
  for (const { name } of split.options)
    if (name === "-4" || name === "-6") state.restrictions.push({ line, family: name === "-4" ? 4 : 6 });
  const shows = state.shownByAddress === undefined ? familyOfRule(split) : undefined;
  if (shows?.sure) state.shownByAddress = shows.family;
  else if (shows) state.shownByName ??= shows.family;
  found.rules.push({ line, text: whole, start: chain.end, ...(split.target && { target: split.target }) });
  return undefined;
}

function readComment(text: string, line: number, state: State): string | undefined {
  if (incomplete.test(text)) state.warnings.push({ line, text });
  const family = familyOfHeader(text);
  if (family !== undefined && state.header !== undefined && family !== state.header)
    return "a second listing begins here; give iptables-save and ip6tables-save in two files";
  state.header ??= family;
  state.headerIsOpen ||= family !== undefined;
  return undefined;
}

function openTable(name: string, line: number, state: State): string | undefined {
  if (state.table) return `the table ${state.table.name} has no COMMIT before the next one`;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return `${shown(name)} is no name of a table`;
  if (state.tables.has(name)) return `the table ${name} stands here a second time; give one listing in each file`;
  const table = { line, chains: new Map<string, Chain>() };
  state.tables.set(name, table);
  state.table = { ...table, name };
  state.headerIsOpen = false;
  return undefined;
}

type OpenTable = Table & { readonly name: string };

function declareChain({ name: table, chains }: OpenTable, name: string, policy: string, line: number) {
  if (name === "" || name.length > LONGEST_CHAIN_NAME) return `${shown(name)} is no name of a chain`;
  if (chains.has(name)) return `the chain ${shown(name)} is declared twice`;
  if (chains.size === MOST_CHAINS) return `the table ${table} has more than ${MOST_CHAINS} chains`;
  const decided = policy === "ACCEPT" || policy === "DROP" ? policy : undefined;
  const builtIn = BUILT_IN.get(table);
  if (builtIn?.includes(name) && !decided)
    return `the chain ${name} needs the policy ACCEPT or DROP, not ${shown(policy)}`;
  if (builtIn && !builtIn.includes(name) && policy !== "-")
    return `only built-in chains have a policy, not ${shown(name)}; write "-"`;
  chains.set(name, { line, policy: decided, rules: [] });
  return undefined;
}

/** Executes a command of iptables-restore other than `-A`. Returns its problem, or undefined if there is none. */
function runCommand(
  table: OpenTable,
  command: string,
  name: string | undefined,
  policy: string | undefined,
  line: number,
): string | undefined {
  switch (command) {
    case "-N":
    case "--new-chain":
      if (BUILT_IN.get(table.name)?.includes(name ?? "")) return `${shown(name ?? "")} is a built-in chain`;
      return declareChain(table, name ?? "", "-", line);
    case "-P":
    case "--policy":
      return setPolicy(table, name ?? "", policy ?? "", line);
    case "-Z":
    case "--zero":
      return undefined;
    case "-F":
    case "--flush":
    case "-X":
    case "--delete-chain":
      if (isFresh(table)) return undefined;
  }
  return `${shown(command)} is not read; give what iptables-save prints`;
}

function setPolicy(table: OpenTable, name: string, policy: string, line: number): string | undefined {
  const known = table.chains.get(name);
  const isBuiltIn = BUILT_IN.get(table.name)?.includes(name) ?? true;
  if (!isBuiltIn) return `only built-in chains have a policy, not ${shown(name)}`;
  if (!known) return declareChain(table, name, policy, line);
  if (policy !== "ACCEPT" && policy !== "DROP") return `a policy is ACCEPT or DROP, not ${shown(policy)}`;
  known.policy = policy;
  return undefined;
}

/**
 * Returns whether the table has only built-in chains and no rules. In such a table, a command that flushes or deletes
 * chains has no effect.
 */
function isFresh({ chains }: Table): boolean {
  const most = 5;
  return chains.size <= most && chains.values().every(({ policy, rules }) => policy && rules.length === 0);
}
