const named: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ ah: 51, ahp: 51, eigrp: 88, esp: 50, gre: 47, icmp: 1, icmp6: 58, igmp: 2, igrp: 9, ipinip: 4, ipsec: 50 },
    ...{ nos: 94, ospf: 89, pcp: 108, pim: 103, pptp: 47, sctp: 132, snp: 109, tcp: 6, udp: 17 },
  }),
);

/**
 * Returns the number of a protocol that is written as a name or number. Null means every protocol, and undefined means
 * that the protocol is unknown.
 */
export function protocolNumber(word: string): number | null | undefined {
  if (word === "ip") return null;
  if (/^\d{1,3}$/.test(word)) return Number(word) <= 255 ? Number(word) : undefined;
  return named.get(word);
}
