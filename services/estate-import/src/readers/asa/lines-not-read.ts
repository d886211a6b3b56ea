import { whyNotUnderstood } from "./known-commands.ts";
import type { Command } from "./text/commands.ts";

const TUNNELS = "traffic through tunnels is not understood";
const LIST_OF_TUNNEL = "a list that filters traffic through tunnels is not understood";

/**
 * Indented lines that affect traffic and that this reader does not understand. Each entry contains a pattern for the
 * command above the line, a pattern for the line, and the reason that is reported. All other lines below such a command
 * have no effect on traffic.
 */
const LINES_NOT_READ: readonly (readonly [command: RegExp, line: RegExp, reason: string])[] = [
  [/^webvpn$/, /^enable /, TUNNELS],
  [/^(group-policy|username)$/, /^(vpn-filter|ipv6-vpn-filter) (?!none)/, LIST_OF_TUNNEL],
  [/^dynamic-access-policy-record$/, /^network-acl /, LIST_OF_TUNNEL],
  [/^policy-map$/, /^(sfr|ips|csc|cxsc)( |$)/, "what a module of the device drops is not in the configuration"],
  [/^policy-map$/, /^inspect scansafe( |$)/, "traffic that is sent to a filtering service is not understood"],
  [
    /^policy-map$/,
    /^set connection .*conn-max|^set connection .*per-client/,
    "limits of connections are not understood",
  ],
  [/^policy-map$/, /^police /, "limits of rates are not understood"],
  [
    /^policy-map$/,
    /^set connection advanced-options tcp-state-bypass/,
    "packets without a connection are not understood",
  ],
  [/^policy-map$/, /(^|action )(drop|drop-connection|reset)( |$)/, "what inspection drops is not understood"],
  [/^tcp-map$/, /(^| )drop( |$)/, "what the check of TCP packets drops is not understood"],
  [/^snmp-map$/, /^deny /, "what inspection drops is not understood"],
];

/** A line that is reported as not understood. */
interface LineNotRead {
  readonly line: Command;
  readonly reason: string;
}

/**
 * Returns those lines of a command that are reported as not understood: the command's own line first, then the lines
 * below it.
 */
export function linesNotRead(command: Command): readonly LineNotRead[] {
  const reason = whyNotUnderstood(command);
  const head = command.words[0]?.text ?? "";
  const patterns = LINES_NOT_READ.filter(([pattern]) => pattern.test(head));
  const ofBody = (patterns.length === 0 ? [] : command.body).flatMap((line) => {
    const found = patterns.find(([, pattern]) => pattern.test(line.words.map(({ text }) => text).join(" ")));
    return found ? [{ line, reason: found[2] }] : [];
  });
  return reason === undefined ? ofBody : [{ line: command, reason }, ...ofBody];
}
