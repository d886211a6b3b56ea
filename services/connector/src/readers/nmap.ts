import sax from "sax";
import type { Finding, Reader } from "../reader.ts";
import type { Source } from "../source.ts";
import { readText, type SourceFile, UnreadableFile } from "./read-text.ts";

// An attribute may contain the complete output of a script. The parser's buffer must have space for it.
Object.assign(sax, { MAX_BUFFER_LENGTH: 8 * 1_024 * 1_024 });

/** One host while its element is read. */
interface Host {
  readonly line: number;
  state: string;
  reason: string;
  readonly addresses: { readonly addr: string; readonly addrtype: string; readonly vendor?: string }[];
  readonly hostnames: { readonly name: string; readonly type: string }[];
  readonly ports: Record<string, unknown>[];
  readonly systems: { readonly name: string; readonly accuracy: string }[];
}

const EXPECTED = "a report written by nmap -oX";
const MOST_PORTS = 2_000;

/** Reports of nmap. A report shows which hosts answered, but not which addresses were scanned. */
export const nmap: Source = {
  name: "nmap",
  files: ["reports of nmap -oX"],
  example: [
    "nmap -sV -oX office.xml 10.20.0.0/24",
    "npm run connector -- nmap office.xml --account office --region berlin",
  ],
  flags: ["cloud-account"],
  showsAll: false,
  open: async () => createNmapReader(),
};

/** Reads XML reports of nmap, host by host. */
export function createNmapReader(): Reader {
  return { provider: "nmap", accountFlag: "--account", read };
}

async function* read(file: SourceFile): AsyncIterable<Finding> {
  const report = createReportParser();
  for await (const piece of readText(file)) {
    report.write(piece);
    yield* report.takeFindings();
  }
  report.end();
  yield* report.takeFindings();
  if (!report.isFinished()) yield { kind: "partial", why: "the scan did not finish" };
}

/** Creates a parser that takes a report in pieces. It ignores entity declarations, so that entities can't expand. */
function createReportParser() {
  const parser = sax.parser(true);
  let findings: Finding[] = [];
  let host: Host | undefined;
  let port: Record<string, unknown> | undefined;
  let finished = false;
  let root: string | undefined;
  let closed = false;

  parser.onopentag = ({ name, attributes }) => {
    if (root === undefined) {
      root = name;
      if (name !== "nmaprun" || attributes.scanner !== "nmap")
        throw new UnreadableFile(`is XML with the root <${name.slice(0, 40)}>; expected ${EXPECTED}`);
    }
    const at = (attribute: string) => String(attributes[attribute] ?? "");
    if (name === "host") host = newHost(parser.line + 1);
    else if (name === "finished") finished = at("exit") !== "error";
    else if (host && port) notePart(port, name, at);
    else if (host && name === "status") {
      host.state = at("state");
      host.reason = at("reason");
    } else if (host && name === "address")
      host.addresses.push({
        addr: at("addr"),
        addrtype: at("addrtype"),
        ...(at("vendor") && { vendor: at("vendor") }),
      });
    else if (host && name === "hostname") host.hostnames.push({ name: at("name"), type: at("type") });
    else if (host && name === "osmatch") host.systems.push({ name: at("name"), accuracy: at("accuracy") });
    else if (host && name === "port") port = { protocol: at("protocol"), port: Number(at("portid")) };
  };
  parser.onclosetag = (name) => {
    if (name === "port") {
      if (port && host && host.ports.length < MOST_PORTS) host.ports.push(port);
      port = undefined;
    } else if (name === "host" && host) {
      findings.push(findingOf(host));
      host = undefined;
    } else if (name === "nmaprun") closed = true;
  };
  parser.onerror = (error) => {
    const [what = "can't be understood"] = error.message.split("\n");
    throw new UnreadableFile(`is not valid XML: line ${parser.line + 1}: ${what.toLowerCase()}; expected ${EXPECTED}`);
  };

  return {
    write: (text: string) => void parser.write(text),
    end() {
      if (root === undefined) throw new UnreadableFile(`has no XML; expected ${EXPECTED}`);
      if (!closed) throw new UnreadableFile("ends before </nmaprun>: the scan was interrupted or still runs");
      parser.close();
    },
    takeFindings() {
      const taken = findings;
      findings = [];
      return taken;
    },
    isFinished: () => finished,
  };
}

function newHost(line: number): Host {
  return { line, state: "", reason: "", addresses: [], hostnames: [], ports: [], systems: [] };
}

function notePart(port: Record<string, unknown>, name: string, at: (attribute: string) => string): void {
  if (name === "state") port.state = at("state");
  if (name !== "service") return;
  for (const part of ["name", "product", "version"])
    if (at(part) !== "") port[part === "name" ? "service" : part] = at(part);
}

function findingOf(host: Host): Finding {
  const place = `line ${host.line}`;
  const open = host.ports.filter((port) => port.state === "open");
  if (host.state === "down") return { kind: "left-out", what: "a host that is down" };
  if (host.reason === "user-set" && open.length === 0)
    return { kind: "left-out", what: "a host without an open port, assumed to be up (-Pn)" };
  const ips = host.addresses.filter(({ addrtype }) => addrtype !== "mac").map(({ addr }) => addr);
  const mac = host.addresses.find(({ addrtype }) => addrtype === "mac");
  const [id] = ips;
  if (id === undefined) return { kind: "problem", place, message: "names no address of the host", type: "host" };
  const hostname = (host.hostnames.find(({ type }) => type === "user") ?? host.hostnames[0])?.name;
  const attributes = {
    reason: host.reason,
    ...(mac?.vendor === undefined ? {} : { macVendor: mac.vendor }),
    hostnames: host.hostnames,
    ports: host.ports,
    systems: host.systems.slice(0, 5),
  };
  return {
    kind: "item",
    place,
    item: {
      type: "host",
      typeName: "Scanned host",
      id,
      name: hostname || id,
      hostname,
      macAddress: mac?.addr,
      vendor: "nmap",
      ips,
      attributes,
    },
  };
}
