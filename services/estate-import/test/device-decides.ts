import { assembleSnapshot } from "@network-access/estate-model/assemble-snapshot";
import { createDeviceDecisions, type Decision } from "@network-access/estate-model/device-decisions";
import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import { divideDevice } from "../src/parts/divide-device.ts";
import type { ReadDevice } from "../src/reader.ts";

/**
 * A new connection. `from` and `to` are names of interfaces, or null for the device itself. Ports are used for TCP and
 * UDP. The type and the code are used for ICMP and ICMPv6.
 */
interface Asked {
  readonly from: string | null;
  readonly to: string | null;
  readonly source: bigint;
  readonly destination: bigint;
  readonly sourcePort?: number;
  readonly protocol: number;
  readonly port?: number;
  readonly icmpType?: number;
  readonly icmpCode?: number;
}

/**
 * Returns a function that reports what the device does with a connection. The function reads only the snapshot, which
 * is assembled from the device's parts. Throws if the parts do not fit together.
 */
export function deviceDecides(device: ReadDevice, family: 4 | 6): (asked: Asked) => Decision {
  const assembled = assembleSnapshot(Array.from(divideDevice(device), (part) => SnapshotPart.parse(part)));
  if (!assembled.ok) throw new Error(assembled.problem);
  const decide = createDeviceDecisions(assembled.snapshot, family);
  return ({ from, to, source, destination, sourcePort = 0, protocol, port = 0, icmpType = 0, icmpCode = 0 }) => {
    const hasPorts = protocol === 6 || protocol === 17;
    const isIcmp = protocol === 1 || protocol === 58;
    const service = { protocol, ...(hasPorts && { port }), ...(isIcmp && { icmpType, icmpCode }) };
    return decide(from, to).decisionOf({ source, destination, sourcePort, service });
  };
}
