/**
 * The new connections that a match lets through. `tracked` is true if they include connections that the device tracks.
 * `untracked` is true if they include connections that the device does not track.
 */
export interface NewConnections {
  readonly tracked: boolean;
  readonly untracked: boolean;
}

const states = new Set(["NEW", "ESTABLISHED", "RELATED", "INVALID", "UNTRACKED"]);

/**
 * Reads a list of connection states. Returns whether the first packet of a connection matches: `tracked` for
 * connections that are tracked, `untracked` for all others.
 *
 * The first packet has the state NEW if the connection is tracked, and otherwise the state UNTRACKED. In the table raw,
 * which comes before connection tracking, the state INVALID is used instead of NEW.
 *
 * Returns undefined if the list contains a state that is not in `states`. Examples are SNAT and DNAT, which depend on
 * address translation.
 */
export function connectionsInStates(text: string, negated: boolean, table: string): NewConnections | undefined {
  const listed = text.toUpperCase().split(",");
  if (!listed.every((state) => states.has(state))) return undefined;
  const first = table === "raw" ? "INVALID" : "NEW";
  return { tracked: listed.includes(first) !== negated, untracked: listed.includes("UNTRACKED") !== negated };
}

const flags = new Set(["SYN", "ACK", "FIN", "RST", "URG", "PSH"]);

/**
 * Returns whether the first packet of a TCP connection, whose only flag is SYN, matches a condition on flags. Returns
 * undefined if the condition contains unknown flags.
 */
export function firstPacketHasFlags(mask: string, set: string): boolean | undefined {
  const masked = readFlags(mask);
  const wanted = readFlags(set);
  if (!masked || !wanted) return undefined;
  return masked.has("SYN") ? wanted.size === 1 && wanted.has("SYN") : wanted.size === 0;
}

function readFlags(text: string): ReadonlySet<string> | undefined {
  const listed = text.toUpperCase().split(",");
  if (listed.includes("ALL")) return flags;
  const named = listed.filter((flag) => flag !== "NONE");
  return named.every((flag) => flags.has(flag)) ? new Set(named) : undefined;
}
