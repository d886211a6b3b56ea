/** A policy of aerleon, which writes one policy for several kinds of devices. */
export interface AerleonPolicy {
  readonly networks: readonly NetworkDefinition[];
  readonly services: readonly ServiceDefinition[];
  /** Each names a target and its options, such as `speedway FORWARD DROP`. */
  readonly targets: readonly string[];
  readonly terms: readonly AerleonTerm[];
}

/** `nested` are names of definitions before this one. */
export interface NetworkDefinition {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly nested: readonly string[];
}

/** `ports` are such as `tcp 22` and `udp 1024-65535`. */
export interface ServiceDefinition {
  readonly name: string;
  readonly ports: readonly string[];
  readonly nested: readonly string[];
}

/** The keys are those of aerleon; an empty list leaves the line out. */
export interface AerleonTerm {
  readonly "source-address": readonly string[];
  readonly "source-exclude": readonly string[];
  readonly "destination-address": readonly string[];
  readonly "destination-exclude": readonly string[];
  readonly protocol: readonly string[];
  readonly "source-port": readonly string[];
  readonly "destination-port": readonly string[];
  readonly "icmp-type": readonly string[];
  readonly option: readonly string[];
  readonly logging: readonly string[];
  readonly action: readonly string[];
}

/** The file of a policy. Terms are named by their place. */
export function policyText({ targets, terms }: AerleonPolicy): string {
  const header = ['  comment:: "Generated"', ...targets.map((target) => `  target:: ${target}`)];
  const blocks = terms.map((term, at) => {
    const lines = Object.entries(term).filter(([, values]) => values.length > 0);
    return [`term t${at} {`, ...lines.map(([key, values]) => `  ${key}:: ${values.join(" ")}`), "}"];
  });
  return [["header {", ...header, "}"], ...blocks, []].map((lines) => lines.join("\n")).join("\n");
}

/** The file of all networks, whose names must be unique. JSON is YAML. */
export function networksText(definitions: readonly NetworkDefinition[]): string {
  const networks = definitions.map(({ name, addresses, nested }) => [
    name,
    { values: [...addresses.map((address) => ({ address })), ...named(nested)] },
  ]);
  return JSON.stringify({ networks: Object.fromEntries(networks) });
}

/** The file of all services, whose names must be unique. */
export function servicesText(definitions: readonly ServiceDefinition[]): string {
  const services = definitions.map(({ name, ports, nested }) => {
    const members = ports.map((text) => {
      const [protocol, port] = text.split(" ");
      return { protocol, port };
    });
    return [name, [...members, ...named(nested)]];
  });
  return JSON.stringify({ services: Object.fromEntries(services) });
}

function named(names: readonly string[]) {
  return names.map((name) => ({ name }));
}
