import type { AddressMember, ServiceMember, SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import { readAddressText } from "./read-address-text.ts";
import type { Policy, Snapshot } from "./snapshot.ts";

/**
 * Returns a message about the first invalid reference or value, or undefined if there is none. Examples of errors are a
 * name that is not defined, a text that is not an address, and a port for a protocol that has no ports.
 */
export function findBrokenReference(snapshot: Snapshot): string | undefined {
  const { policies, networkObjects, serviceObjects, interfaces, entries, routes } = snapshot;
  const inAddresses = (members: readonly AddressMember[]) => firstProblem(members, addressProblem);
  const inServices = (members: readonly ServiceMember[]) => firstProblem(members, serviceProblem);

  function addressProblem(member: AddressMember): string | undefined {
    if ("address" in member) return problemOf(member.address);
    if ("object" in member && !networkObjects.has(member.object))
      return `the network object "${member.object}" is not defined`;
    return undefined;
  }

  function serviceProblem(member: ServiceMember): string | undefined {
    if ("object" in member)
      return serviceObjects.has(member.object) ? undefined : `the service object "${member.object}" is not defined`;
    if ("notUnderstood" in member) return undefined;
    const { protocol, ports, sourcePorts, icmpType, icmpCode } = member;
    const hasPorts = protocol === 6 || protocol === 17;
    if ((ports || sourcePorts) && !hasPorts) return `only protocols 6 and 17 have ports, not ${protocol}`;
    if (icmpType !== undefined && protocol !== 1 && protocol !== 58)
      return `only protocols 1 and 58 have an ICMP type, not ${protocol}`;
    if (icmpCode !== undefined && icmpType === undefined) return "an ICMP code needs a type";
    return undefined;
  }

  function rowProblem(row: SnapshotRow, policy: Policy): string | undefined {
    const calls = row.action === "JUMP" || row.action === "GOTO";
    if (calls !== (row.target !== undefined)) return `${row.action} ${calls ? "needs a" : "takes no"} target`;
    if (row.target !== undefined && !policies.has(row.target)) return `the policy "${row.target}" is not defined`;
    if (row.translation && policy.policyType !== "NAT") return "only policies of the type NAT translate";
    const { source = [], destination = [], service = [] } = row.translation ?? {};
    return (
      firstProblem([...row.source, ...row.destination], (term) => inAddresses(term.members)) ??
      firstProblem(row.service, (term) => inServices(term.members)) ??
      inAddresses(source) ??
      inAddresses(destination) ??
      inServices(service)
    );
  }

  const inPolicy = (policy: Policy) =>
    firstProblem(policy.rows, (row) => at(`row ${row.number} of the policy "${policy.name}"`, rowProblem(row, policy)));
  return (
    firstProblem(policies.values(), inPolicy) ??
    firstProblem(networkObjects.values(), ({ name, members }) =>
      at(`the network object "${name}"`, inAddresses(members)),
    ) ??
    firstProblem(serviceObjects.values(), ({ name, members }) =>
      at(`the service object "${name}"`, inServices(members)),
    ) ??
    firstProblem(interfaces.values(), ({ name, addresses }) =>
      at(`the interface "${name}"`, firstProblem(addresses, interfaceProblem)),
    ) ??
    firstProblem(entries, (entry) => {
      if (entry.interface !== null && !interfaces.has(entry.interface))
        return `an entry names the interface "${entry.interface}", which is not defined`;
      const unknown = entry.policies.find((name) => !policies.has(name));
      if (unknown !== undefined) return `an entry names the policy "${unknown}", which is not defined`;
      const types = new Set(entry.policies.map((name) => policies.get(name)?.policyType));
      return types.size > 1 ? `an entry names policies of two types: ${entry.policies.join(", ")}` : undefined;
    }) ??
    firstProblem(routes, ([router, list]) =>
      at(
        `the virtual router "${router}"`,
        firstProblem(list, ({ destination, gateway }) => problemOf(destination) ?? (gateway && problemOf(gateway))),
      ),
    )
  );
}

function at(place: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `${place}: ${problem}`;
}

/**
 * Returns what is wrong with the address of an interface, such as "10.0.0.5/24". Returns undefined if the address is
 * valid. The bits after the prefix may be set.
 */
function interfaceProblem(text: string): string | undefined {
  const [address = "", prefix] = text.split("/");
  const problem = problemOf(address);
  if (problem !== undefined) return problem;
  const most = address.includes(":") ? 128 : 32;
  return prefix !== undefined && /^\d{1,3}$/.test(prefix) && Number(prefix) <= most
    ? undefined
    : `"${text}" has no prefix length from 0 to ${most}`;
}

function problemOf(text: string): string | undefined {
  const read = readAddressText(text);
  return read.ok ? undefined : read.problem;
}

function firstProblem<T>(list: Iterable<T>, find: (one: T) => string | undefined): string | undefined {
  for (const one of list) {
    const problem = find(one);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
