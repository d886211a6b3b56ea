import type { Reader } from "./reader.ts";
import { readAsa } from "./readers/asa/read-asa.ts";
import { readIptables } from "./readers/iptables/read-iptables.ts";

/** A kind of configuration as the command names it. */
export interface DeviceKind {
  readonly name: string;
  readonly read: Reader;
  /**
   * The lines of the usage text that describe the files for an import of this kind of device. Some of these files may
   * be optional.
   */
  readonly files: readonly string[];
  readonly example: string;
}

export const deviceKinds: readonly DeviceKind[] = [
  {
    name: "iptables",
    read: readIptables,
    files: [
      "what iptables-save and ip6tables-save print, and if possible",
      "ipset save, ip -j -d addr, and ip -j route show table all",
    ],
    example: "npm run import -- iptables rules.v4 rules.v6 addresses.json routes.json --device edge-1",
  },
  {
    name: "asa",
    read: readAsa,
    files: ["what show running-config of a Cisco ASA prints (8.3 or later)"],
    example: "npm run import -- asa running-config.txt --device dc-fw --group 4",
  },
];

export function kindNames(): string {
  return deviceKinds.map(({ name }) => name).join(", ");
}
