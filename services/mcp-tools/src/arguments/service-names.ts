import { readFileSync } from "node:fs";

/** Maps each service name in IANA's registry, in lower case, to its ports, such as "tcp/80". */
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
 * Returns the TCP and UDP ports of a service name in IANA's registry. Upper and lower case count as equal. Returns an
 * empty list for an unknown name.
 */
export function portsOfServiceName(name: string): readonly string[] {
  return portsByName.get(name.toLowerCase()) ?? [];
}

export function knownServiceNames(): Iterable<string> {
  return portsByName.keys();
}
