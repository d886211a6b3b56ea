import { readFileSync } from "node:fs";

/** The ports of each service name of IANA's registry, such as "tcp/80". Names are in lower case. */
const portsByName: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(new URL("service-names.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", ...ports] = line.split("\t");
      return [name, ports];
    }),
);

/** Returns the TCP and UDP ports that IANA gives a service name, case ignored. Returns none for an unknown name. */
export function portsOfServiceName(name: string): readonly string[] {
  return portsByName.get(name.toLowerCase()) ?? [];
}

export function knownServiceNames(): Iterable<string> {
  return portsByName.keys();
}
