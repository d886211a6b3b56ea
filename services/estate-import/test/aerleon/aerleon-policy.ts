/** A policy from which aerleon generates the rules of several kinds of devices. */
export interface AerleonPolicy {
  readonly networks: readonly NetworkDefinition[];
  readonly services: readonly ServiceDefinition[];
  /** A target with its options, such as `speedway FORWARD DROP`. */
  readonly targets: readonly string[];
  readonly terms: readonly AerleonTerm[];
}

/** `nested` contains names of earlier definitions. */
export interface NetworkDefinition {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly nested: readonly string[];
}

/** `ports` contains texts such as `tcp 22` and `udp 1024-65535`. */
export interface ServiceDefinition {
  readonly name: string;
  readonly ports: readonly string[];
  readonly nested: readonly string[];
}

/** A term of a policy, with the keys that aerleon uses. `policyText` leaves out each key whose list is empty. */
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

/** Returns the text of a policy file. Terms are named t0, t1 and so on. */
export function policyText({ targets, terms }: AerleonPolicy): string {
  const header = ['  comment:: "Generated"', ...targets.map((target) => `  target:: ${target}`)];
  const blocks = terms.map((term, at) => {
    const lines = Object.entries(term).filter(([, values]) => values.length > 0);
    return [`term t${at} {`, ...lines.map(([key, values]) => `  ${key}:: ${values.join(" ")}`), "}"];
  });
  return [["header {", ...header, "}"], ...blocks, []].map((lines) => lines.join("\n")).join("\n");
}

/**
 * Returns the text of the file that defines all networks. The text is JSON, which is also valid YAML. Names of networks
 * must be unique.
 */
export function networksText(definitions: readonly NetworkDefinition[]): string {
  const networks = definitions.map(({ name, addresses, nested }) => [
    name,
    { values: [...addresses.map((address) => ({ address })), ...named(nested)] },
  ]);
  return JSON.stringify({ networks: Object.fromEntries(networks) });
}

/** Returns the text of the file that defines all services. Names of services must be unique. */
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
