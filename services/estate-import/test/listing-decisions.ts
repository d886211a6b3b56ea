import { assembleSnapshot } from "@network-access/estate-model/assemble-snapshot";
import { createDeviceDecisions, type Decision } from "@network-access/estate-model/device-decisions";
import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import type { SourceFile } from "../src/reader.ts";
import { readIptables } from "../src/readers/iptables/read-iptables.ts";
import type { AskedConnection } from "./iptables-interpreter.ts";

/** How the snapshot of these files decides a connection. Throws when they can't be read. */
export function listingDecisions(files: readonly SourceFile[], family: 4 | 6): (asked: AskedConnection) => Decision {
  const read = readIptables(files);
  if (!read.ok) throw new Error(read.problem);
  const { policies, objects, interfaces, entries } = read.device;
  const parts = [
    ...policies.map((policy) => ({ kind: "policy", ...policy })),
    { kind: "objects", objects },
    { kind: "interfaces", interfaces, entries },
  ];
  const assembled = assembleSnapshot(parts.map((part) => SnapshotPart.parse(part)));
  if (!assembled.ok) throw new Error(assembled.problem);
  const decide = createDeviceDecisions(assembled.snapshot, family);
  return ({ chain, inInterface, outInterface, source, destination, sourcePort, ...rest }) => {
    const [from, to] = [chain === "OUTPUT" ? null : inInterface, chain === "INPUT" ? null : outInterface];
    return decide(from, to).decisionOf({ source, destination, sourcePort, service: serviceOf(rest) });
  };
}

type AskedService = Pick<AskedConnection, "protocol" | "port" | "icmpType" | "icmpCode">;

function serviceOf({ protocol, port, icmpType, icmpCode }: AskedService) {
  if (protocol === 6 || protocol === 17) return { protocol, port };
  return protocol === 1 || protocol === 58 ? { protocol, icmpType, icmpCode } : { protocol };
}
