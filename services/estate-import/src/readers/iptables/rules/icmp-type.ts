/** An ICMP type. If `code` is present, only this code matches. If it is absent, all codes match. */
export interface IcmpType {
  readonly type: number;
  readonly code?: number;
}

type Named = Readonly<Record<string, readonly [type: number, code?: number]>>;

const named4: Named = {
  ...{ "echo-reply": [0], pong: [0] },
  ...{ "destination-unreachable": [3], "network-unreachable": [3, 0], "host-unreachable": [3, 1] },
  ...{ "protocol-unreachable": [3, 2], "port-unreachable": [3, 3], "fragmentation-needed": [3, 4] },
  ...{ "source-route-failed": [3, 5], "network-unknown": [3, 6], "host-unknown": [3, 7] },
  ...{ "network-prohibited": [3, 9], "host-prohibited": [3, 10], "tos-network-unreachable": [3, 11] },
  ...{ "tos-host-unreachable": [3, 12], "communication-prohibited": [3, 13] },
  ...{ "host-precedence-violation": [3, 14], "precedence-cutoff": [3, 15] },
  ...{ "source-quench": [4], redirect: [5], "network-redirect": [5, 0], "host-redirect": [5, 1] },
  ...{ "tos-network-redirect": [5, 2], "tos-host-redirect": [5, 3] },
  ...{ "echo-request": [8], ping: [8], "router-advertisement": [9], "router-solicitation": [10] },
  ...{ "time-exceeded": [11], "ttl-exceeded": [11], "ttl-zero-during-transit": [11, 0] },
  ...{ "ttl-zero-during-reassembly": [11, 1], "parameter-problem": [12], "ip-header-bad": [12, 0] },
  ...{ "required-option-missing": [12, 1], "timestamp-request": [13], "timestamp-reply": [14] },
  ...{ "address-mask-request": [17], "address-mask-reply": [18] },
};
const named6: Named = {
  ...{ "destination-unreachable": [1], "no-route": [1, 0], "communication-prohibited": [1, 1] },
  ...{ "beyond-scope": [1, 2], "address-unreachable": [1, 3], "port-unreachable": [1, 4] },
  ...{ "failed-policy": [1, 5], "reject-route": [1, 6], "packet-too-big": [2] },
  ...{ "time-exceeded": [3], "ttl-exceeded": [3], "ttl-zero-during-transit": [3, 0] },
  ...{ "ttl-zero-during-reassembly": [3, 1], "parameter-problem": [4], "bad-header": [4, 0] },
  ...{ "unknown-header-type": [4, 1], "unknown-option": [4, 2] },
  ...{ "echo-request": [128], ping: [128], "echo-reply": [129], pong: [129] },
  ...{ "router-solicitation": [133], "router-advertisement": [134] },
  ...{ "neighbour-solicitation": [135], "neighbor-solicitation": [135] },
  ...{ "neighbour-advertisement": [136], "neighbor-advertisement": [136], redirect: [137] },
};

/**
 * Reads an ICMP type that is written as a name, as a number such as "8", or with its code, such as "3/4". Returns
 * undefined for an unknown type.
 */
export function readIcmpType(family: 4 | 6, text: string): IcmpType | "any" | undefined {
  const name = text.toLowerCase();
  const [, type, code] = /^(\d{1,3})(?:\/(\d{1,3}))?$/.exec(name) ?? [];
  // For IPv4, iptables represents "any" as the ICMP type 255.
  if (family === 4 && (name === "any" || type === "255")) return "any";
  if (type !== undefined) return icmpType(Number(type), code === undefined ? undefined : Number(code));
  const names = family === 4 ? named4 : named6;
  const found = Object.hasOwn(names, name) ? names[name] : undefined;
  return found && icmpType(...found);
}

function icmpType(type: number, code?: number): IcmpType | undefined {
  if (type > 255 || (code ?? 0) > 255) return undefined;
  return code === undefined ? { type } : { type, code };
}
