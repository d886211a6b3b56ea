import { shown } from "../../text/refusal.ts";

export type PortRange = [first: number, last: number];

/**
 * The ports, or the reason why they could not be read. `wrong` is true if the text can't be a port. It is false for an
 * unknown name, because the device may know the name.
 */
export type PortsReading =
  | { readonly ok: true; readonly ports: PortRange[] }
  | { readonly ok: false; readonly wrong: boolean; readonly reason: string };

const MOST_RANGES = 1_000;

/**
 * Ports whose names are the same in TCP and UDP. iptables-save prints numbers, but a file that was written by hand may
 * contain names.
 */
const bothPorts: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ echo: 7, discard: 9, daytime: 13, chargen: 19, time: 37, tacacs: 49, domain: 53, kerberos: 88 },
    ...{ sunrpc: 111, portmapper: 111, snmp: 161, "snmp-trap": 162, snmptrap: 162, ldap: 389, svrloc: 427 },
    ...{ https: 443, kpasswd: 464, syslog: 514, rtsp: 554, ldaps: 636, openvpn: 1194, radius: 1812 },
    ...{ "radius-acct": 1813, radacct: 1813, nfs: 2049, nut: 3493, sip: 5060, "sip-tls": 5061 },
  }),
);
const ofTcp: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ "ftp-data": 20, ftp: 21, ssh: 22, telnet: 23, smtp: 25, mail: 25, whois: 43, gopher: 70, finger: 79 },
    ...{ http: 80, www: 80, pop3: 110, "pop-3": 110, auth: 113, nntp: 119, epmap: 135, "loc-srv": 135 },
    ...{ "netbios-ssn": 139, imap2: 143, imap: 143, bgp: 179, "microsoft-ds": 445, submissions: 465, smtps: 465 },
    ...{ exec: 512, login: 513, shell: 514, printer: 515, uucp: 540, afpovertcp: 548, nntps: 563 },
    ...{ submission: 587, ipp: 631, rsync: 873, "ftps-data": 989, ftps: 990, telnets: 992, imaps: 993 },
    ...{ pop3s: 995, socks: 1080, "ms-sql-s": 1433, "iscsi-target": 3260, mysql: 3306, "ms-wbt-server": 3389 },
    ...{ svn: 3690, "xmpp-client": 5222, "xmpp-server": 5269, postgresql: 5432, postgres: 5432, amqps: 5671 },
    ...{ amqp: 5672, nrpe: 5666, x11: 6000, redis: 6379, "syslog-tls": 6514, ircd: 6667, "http-alt": 8080 },
    ...{ webcache: 8080, git: 9418, webmin: 10000, "zabbix-agent": 10050, "zabbix-trapper": 10051 },
  }),
);
const ofUdp: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ bootps: 67, bootpc: 68, tftp: 69, ntp: 123, "netbios-ns": 137, "netbios-dgm": 138, xdmcp: 177 },
    ...{ "ptp-event": 319, "ptp-general": 320, isakmp: 500, biff: 512, who: 513, talk: 517, ntalk: 518 },
    ...{ route: 520, "dhcpv6-client": 546, "dhcpv6-server": 547, "asf-rmcp": 623, "ms-sql-m": 1434, l2f: 1701 },
    ...{ "ipsec-nat-t": 4500, iax: 4569, mdns: 5353 },
  }),
);

/**
 * Reads a port or a range of ports, such as "22", "1024:65535", ":1023", "1024:" or "ssh". If `several` is true, reads
 * a list with commas.
 */
export function readPorts(text: string, protocol: 6 | 17, several: boolean): PortsReading {
  const parts = several ? text.split(",") : [text];
  if (parts.length > MOST_RANGES) return wrong(`${parts.length} ports stand here; at most ${MOST_RANGES} work`);
  const ports: PortRange[] = [];
  for (const part of parts) {
    const colon = part.indexOf(":");
    const first = readPort(colon < 0 ? part : part.slice(0, colon) || "0", protocol);
    const last = readPort(colon < 0 ? part : part.slice(colon + 1) || "65535", protocol);
    for (const end of [first, last])
      if (typeof end === "string")
        return { ok: false, wrong: end === "wrong", reason: `${shown(part)} is no known port` };
    if (typeof first === "string" || typeof last === "string" || first > last)
      return wrong(`the range of ports ${shown(part)} begins after it ends`);
    ports.push([first, last]);
  }
  return { ok: true, ports };
}

function readPort(text: string, protocol: 6 | 17): number | "unknown" | "wrong" {
  if (/^\d{1,5}$/.test(text)) return Number(text) <= 65_535 ? Number(text) : "wrong";
  const name = text.toLowerCase();
  const port = bothPorts.get(name) ?? (protocol === 6 ? ofTcp : ofUdp).get(name);
  return port ?? (/^[a-z0-9][a-z0-9._+/-]*$/.test(name) && /[a-z]/.test(name) ? "unknown" : "wrong");
}

function wrong(reason: string) {
  return { ok: false, wrong: true, reason } as const;
}
