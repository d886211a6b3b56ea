import { type Reading, unknown, wrong } from "../../text/not-understood.ts";
import { shown } from "../../text/refusal.ts";
import type { WordReader } from "../text/word-reader.ts";

export type PortRange = [first: number, last: number];

const LAST = 65_535;

/**
 * The port names of ASA and their numbers. `kerberos` is left out and therefore counts as unknown, because it stands
 * for port 88 or port 750, depending on the version.
 */
const named: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ aol: 5190, bgp: 179, biff: 512, bootpc: 68, bootps: 67, chargen: 19, cifs: 3020, "citrix-ica": 1494 },
    ...{ cmd: 514, ctiqbe: 2748, daytime: 13, discard: 9, dnsix: 195, domain: 53, echo: 7, exec: 512, finger: 79 },
    ...{ ftp: 21, "ftp-data": 20, gopher: 70, h323: 1720, hostname: 101, http: 80, https: 443, ident: 113 },
    ...{ imap4: 143, irc: 194, isakmp: 500, klogin: 543, kshell: 544, ldap: 389, ldaps: 636, login: 513 },
    ...{ lotusnotes: 1352, lpd: 515, "mobile-ip": 434, nameserver: 42, "netbios-dgm": 138, "netbios-ns": 137 },
    ...{ "netbios-ssn": 139, nfs: 2049, nntp: 119, ntp: 123, "pcanywhere-data": 5631, "pcanywhere-status": 5632 },
    ...{ "pim-auto-rp": 496, pop2: 109, pop3: 110, pptp: 1723, radius: 1645, "radius-acct": 1646, rip: 520 },
    ...{ rsh: 514, rtsp: 554, "secureid-udp": 5510, sip: 5060, smtp: 25, snmp: 161, snmptrap: 162, sqlnet: 1521 },
    ...{ ssh: 22, sunrpc: 111, syslog: 514, tacacs: 49, talk: 517, telnet: 23, tftp: 69, time: 37, uucp: 540 },
    ...{ vxlan: 4789, who: 513, whois: 43, www: 80, xdmcp: 177 },
  }),
);

export function startsPorts(word: string): boolean {
  return ["eq", "neq", "lt", "gt", "range"].includes(word);
}

/** Reads "eq www", "neq 22", "lt 1024", "gt 1023" or "range 20 ftp". */
export function readPorts(words: WordReader): Reading<PortRange[]> {
  const operator = words.next();
  const first = readPort(words.next());
  if (!first.ok) return first;
  const { value: port } = first;
  if (operator === "range") {
    const last = readPort(words.next());
    if (!last.ok) return last;
    if (port > last.value) return wrong(`the range of ports ${port} to ${last.value} begins after it ends`);
    return { ok: true, value: [[port, last.value]] };
  }
  const below: PortRange[] = port > 0 ? [[0, port - 1]] : [];
  const above: PortRange[] = port < LAST ? [[port + 1, LAST]] : [];
  const ranges = { eq: [[port, port] satisfies PortRange], neq: [...below, ...above], lt: below, gt: above }[operator];
  if (!ranges) return wrong(`${shown(operator)} is no operator; eq, neq, lt, gt and range are`);
  return ranges.length === 0 ? wrong(`no port is ${operator} ${port}`) : { ok: true, value: ranges };
}

function readPort(word: string): Reading<number> {
  if (/^\d+$/.test(word)) return Number(word) <= LAST ? { ok: true, value: Number(word) } : wrong(`${word} is no port`);
  const port = named.get(word);
  if (port !== undefined) return { ok: true, value: port };
  return word === "" ? wrong("a port is missing") : unknown(`${shown(word)} is no known port`);
}
