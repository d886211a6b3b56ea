import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { shown } from "../../text/refusal.ts";
import { splitArguments } from "../text/split-arguments.ts";
import { emptyMatch, type MatchContext, matchReaders, type RuleMatch } from "./read-match.ts";
import { readTarget } from "./read-target.ts";
import { serviceTerms } from "./service-terms.ts";
import { type RuleOption, splitOptions } from "./split-options.ts";
import type { TargetContext, TargetReading } from "./target.ts";

export type RuleContext = MatchContext & Omit<TargetContext, "protocol">;

/** The line of a rule. `start` is the offset of the first option, after the name of the chain. */
export interface RuleLine {
  readonly text: string;
  readonly start: number;
}

/**
 * A part of the rule's line that is not understood. The part begins at offset `start` and ends before offset `end`.
 * Offsets are counted from 0.
 */
interface RulePart {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
}

export type RuleReading =
  | {
      readonly ok: true;
      readonly row: SnapshotRowInput;
      /**
       * A row that accepts the packets of the rule. The caller inserts this row before `row`. Present if the target is
       * not understood and may accept these packets.
       */
      readonly accepting?: SnapshotRowInput;
      readonly notUnderstood: readonly RulePart[];
    }
  | { readonly ok: false; readonly problem: string };

/**
 * The matches (`-m`) that the reader understands and that exist for both IPv4 and IPv6. The value is the protocol that
 * a match requires, or null if it requires none. All other conditions of a match come from its options.
 */
const modules: ReadonlyMap<string, number | null> = new Map([
  ...["multiport", "iprange", "conntrack", "state", "comment", "addrtype", "set"].map((name) => [name, null] as const),
  ...([
    ["tcp", 6],
    ["udp", 17],
    ["sctp", 132],
    ["dccp", 33],
    ["udplite", 136],
  ] as const),
]);
const modulesOfFamily = {
  4: new Map([["icmp", 1]]),
  6: new Map([
    ["icmp6", 58],
    ["icmpv6", 58],
  ]),
} as const;

const MOST_TERMS = 16;
const MOST_PARTS = 32;
const LONGEST_NAME = 512;
const LONGEST_COMMENT = 4_096;

/**
 * Converts a rule to a row. Parts of the rule that are not understood are left out of the row, and the row is then
 * marked as inexact. Returns a problem for invalid addresses and ports.
 */
export function parseRule(rule: RuleLine, number: number, context: RuleContext): RuleReading {
  const split = splitOptions(splitArguments(rule.text, rule.start) ?? []);
  if (!split.ok) return split;
  const read = readOptions(split.options, context);
  if (!read.ok) return read;
  const { match, parts } = read;
  const service = serviceTerms(match);
  if (!service.ok) return service;
  const protocol = match.protocol?.negated ? undefined : match.protocol?.number;
  const target = readTarget(split.target, { ...context, protocol });
  if (!target.ok) return target;

  const notUnderstood = [
    ...parts,
    ...[...service.notUnderstood, ...target.notUnderstood].map(({ option, reason }) => partOf(option, reason)),
    ...(target.reason !== undefined && split.target ? [partOf(split.target, target.reason)] : []),
    ...tooManyTerms(rule, [match.source, match.destination, service.terms]),
  ].sort((a, b) => a.start - b.start);
  const row = rowOf(number, match, service.terms, target, context.family);
  if (notUnderstood.length === 0) return { ok: true, row, notUnderstood };
  const inexact = { ...row, exact: false };
  return {
    ...{ ok: true, row: inexact, notUnderstood: boundParts(notUnderstood) },
    ...(target.mayAccept && { accepting: { ...inexact, action: "ACCEPT", implicit: true } }),
  };
}

/** Returns at most MOST_PARTS parts. If there are more, the last returned part covers all remaining ones. */
function boundParts(parts: readonly RulePart[]): readonly RulePart[] {
  const last = parts[MOST_PARTS - 1];
  if (last === undefined || parts.length === MOST_PARTS) return parts;
  return [...parts.slice(0, MOST_PARTS - 1), { ...last, end: Math.max(...parts.map(({ end }) => end)) }];
}

type OptionsReading =
  | { readonly ok: true; readonly match: RuleMatch; readonly parts: readonly RulePart[] }
  | { readonly ok: false; readonly problem: string };

function readOptions(options: readonly RuleOption[], context: RuleContext): OptionsReading {
  const match = emptyMatch();
  const parts: RulePart[] = [];
  const needed: { readonly option: RuleOption; readonly protocol: number }[] = [];
  let unknownModule = false;

  for (const [at, option] of options.entries()) {
    const { name, values } = option;
    if (name === "-c" || name === "-4" || name === "-6") continue;
    if (name === "-m") {
      const [module = ""] = values;
      const protocol = modulesOfFamily[context.family].get(module) ?? modules.get(module);
      unknownModule = protocol === undefined;
      if (protocol === undefined) parts.push(partOf(option, `the match ${shown(module)} is not understood`));
      else if (protocol !== null) needed.push({ option, protocol });
      continue;
    }
    const reader = unknownModule && name === "--proto" ? undefined : matchReaders.get(name);
    const problem = reader
      ? reader(option, match, context)
      : ({ kind: "notUnderstood", reason: reasonOf(option) } as const);
    if (problem?.kind === "wrong") return { ok: false, problem: problem.reason };
    if (!problem) continue;
    const last = parts.at(-1);
    // If a match is not understood, the match and its options are reported as one part.
    if (!reader && last && last.end === options[at - 1]?.end) parts[parts.length - 1] = { ...last, end: option.end };
    else parts.push(partOf(option, problem.reason));
  }

  for (const { option, protocol } of needed)
    if (match.protocol?.number !== protocol || match.protocol.negated)
      parts.push(partOf(option, `this match needs its protocol, -p ${option.values[0]}`));
  return { ok: true, match, parts };
}

function rowOf(
  number: number,
  match: RuleMatch,
  service: NonNullable<SnapshotRowInput["service"]>,
  { decision }: TargetReading & { ok: true },
  family: 4 | 6,
): SnapshotRowInput {
  const comment = match.comments.join(" ");
  const { tracked, untracked } = match.connections;
  const connections = tracked ? (untracked ? "all" : "tracked") : untracked ? "untracked" : "none";
  const sides = {
    ...{ source: match.source, destination: match.destination, service },
    ...{ inInterface: match.inInterface, outInterface: match.outInterface },
  };
  const terms = Object.entries(sides).filter(([, list]) => list.length > 0);
  return {
    number,
    ...(comment !== "" && { name: cut(comment, LONGEST_NAME), comment: cut(comment, LONGEST_COMMENT) }),
    ...decision,
    ...(connections !== "all" && { connections }),
    families: family === 4 ? [4] : [6],
    ...Object.fromEntries(terms.map(([name, list]) => [name, list.slice(0, MOST_TERMS)])),
  };
}

function tooManyTerms({ text, start }: RuleLine, lists: readonly (readonly unknown[])[]): readonly RulePart[] {
  if (lists.every((list) => list.length <= MOST_TERMS)) return [];
  return [{ start, end: text.trimEnd().length, reason: `more than ${MOST_TERMS} matches of one side stand here` }];
}

function reasonOf({ name }: RuleOption): string {
  return name === "" ? "this belongs to no option" : `the option ${shown(name)} is not understood`;
}

function partOf({ start, end }: Pick<RuleOption, "start" | "end">, reason: string): RulePart {
  return { start, end, reason };
}

function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).toWellFormed() : text;
}
