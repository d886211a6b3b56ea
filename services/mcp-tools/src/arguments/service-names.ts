import { readFileSync } from "node:fs";

/** The ports, such as "tcp/80", of each service name in IANA's registry. Names are in lower case. */
const portsByName: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(new URL("service-names.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", ...ports] = line.split("\t");
      return [name, ports];
    }),
);

/**
 * Returns the TCP and UDP ports of a service name in IANA's registry, without regard to case. Returns none for an
 * unknown name.
 */
export function portsOfServiceName(name: string): readonly string[] {
  return portsByName.get(name.toLowerCase()) ?? [];
}

export function knownServiceNames(): Iterable<string> {
  return portsByName.keys();
}
