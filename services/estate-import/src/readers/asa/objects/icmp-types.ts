type Named = Readonly<Record<string, number>>;

const named4: Named = {
  ...{ "echo-reply": 0, unreachable: 3, "source-quench": 4, redirect: 5, "alternate-address": 6, echo: 8 },
  ...{ "router-advertisement": 9, "router-solicitation": 10, "time-exceeded": 11, "parameter-problem": 12 },
  ...{ "timestamp-request": 13, "timestamp-reply": 14, "information-request": 15, "information-reply": 16 },
  ...{ "mask-request": 17, "mask-reply": 18, traceroute: 30, "conversion-error": 31, "mobile-redirect": 32 },
};
const named6: Named = {
  ...{ unreachable: 1, "packet-too-big": 2, "time-exceeded": 3, "parameter-problem": 4, echo: 128, "echo-reply": 129 },
  ...{ "membership-query": 130, "membership-report": 131, "membership-reduction": 132 },
  ...{ "router-solicitation": 133, "router-advertisement": 134, "neighbor-solicitation": 135 },
  ...{ "neighbor-advertisement": 136, "neighbor-redirect": 137, "router-renumbering": 138 },
};

/**
 * Returns the number of an ICMP type (protocol 1) or ICMPv6 type (58) that is written as a name or number. Returns
 * undefined for an unknown type.
 */
export function icmpType(protocol: 1 | 58, word: string): number | undefined {
  if (/^\d{1,3}$/.test(word)) return Number(word) <= 255 ? Number(word) : undefined;
  const names = protocol === 1 ? named4 : named6;
  return Object.hasOwn(names, word) ? names[word] : undefined;
}
