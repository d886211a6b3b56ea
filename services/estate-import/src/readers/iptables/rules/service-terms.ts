import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import type { IcmpType } from "./icmp-type.ts";
import { type PortRange, readPorts } from "./read-ports.ts";
import type { RuleOption } from "./split-options.ts";

type ServiceTerm = NonNullable<SnapshotRowInput["service"]>[number];
interface Service {
  readonly protocol: number;
  ports?: PortRange[];
  sourcePorts?: PortRange[];
  icmpType?: number;
  icmpCode?: number;
}

/** The protocol, ports and ICMP types that a rule contains. */
export interface ServiceOptions {
  readonly protocol: { readonly number: number; readonly negated: boolean } | undefined;
  readonly ports: readonly RuleOption[];
  readonly icmpTypes: readonly { readonly negated: boolean; readonly type: IcmpType }[];
}

export interface OptionNotUnderstood {
  readonly option: RuleOption;
  readonly reason: string;
}

export type ServiceReading =
  | { readonly ok: true; readonly terms: ServiceTerm[]; readonly notUnderstood: readonly OptionNotUnderstood[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Returns the conditions that a rule sets on the service. A packet must meet all of them. The first condition combines
 * the protocol with at most one option of each kind: source ports, destination ports and ICMP type. In each kind, this
 * is the first option that is not negated. Every other option with ports or ICMP types is a separate condition. Returns
 * a problem for invalid ports.
 */
export function serviceTerms({ protocol, ports, icmpTypes }: ServiceOptions): ServiceReading {
  const notUnderstood: OptionNotUnderstood[] = [];
  const number = protocol?.number;
  const base: Service | undefined = protocol && { protocol: protocol.number };
  const further: ServiceTerm[] = [];

  for (const option of ports) {
    if (!base || protocol?.negated || (number !== 6 && number !== 17)) {
      notUnderstood.push({ option, reason: "ports are understood with -p tcp and -p udp alone" });
      continue;
    }
    const read = readPorts(option.values[0] ?? "", number, option.name.endsWith("s"));
    if (read.ok) addPorts(base, further, option, read.ports);
    else if (read.wrong) return { ok: false, problem: read.reason };
    else notUnderstood.push({ option, reason: read.reason });
  }
  for (const { type, negated } of base && !protocol?.negated ? icmpTypes : []) {
    const named = { icmpType: type.type, ...(type.code !== undefined && { icmpCode: type.code }) };
    if (!negated && base && base.icmpType === undefined) Object.assign(base, named);
    else further.push({ negated, members: [{ protocol: number ?? null, ...named }] });
  }

  if (!base) return { ok: true, terms: [], notUnderstood };
  // If the first condition consists only of the protocol and a later condition is not negated, the first one is left
  // out: the later condition contains the protocol too.
  const isNamed = Object.keys(base).length === 1 && further.some((term) => !term.negated);
  const first = { negated: protocol?.negated ?? false, members: [base] };
  return { ok: true, terms: isNamed ? further : [first, ...further], notUnderstood };
}

function addPorts(base: Service, further: ServiceTerm[], { name, negated }: RuleOption, ports: PortRange[]): void {
  const { protocol } = base;
  const isSource = name === "--sport" || name === "--sports";
  const key = isSource ? "sourcePorts" : "ports";
  // `--ports` matches if the source port or the destination port is in the list.
  if (name === "--ports")
    further.push({
      negated,
      members: [
        { protocol, ports },
        { protocol, sourcePorts: ports },
      ],
    });
  else if (!negated && base[key] === undefined) base[key] = ports;
  else further.push({ negated, members: [{ protocol, [key]: ports }] });
}
