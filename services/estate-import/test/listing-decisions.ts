import type { Decision } from "@network-access/estate-model/device-decisions";
import type { SourceFile } from "../src/reader.ts";
import { readIptables } from "../src/readers/iptables/read-iptables.ts";
import { deviceDecides } from "./device-decides.ts";
import type { AskedConnection } from "./iptables-interpreter.ts";

/**
 * Reads the files of a device with the iptables reader. Returns a function that says whether the resulting snapshot
 * allows a connection. Throws if the files can't be read.
 */
export function listingDecisions(files: readonly SourceFile[], family: 4 | 6): (asked: AskedConnection) => Decision {
  const read = readIptables(files);
  if (!read.ok) throw new Error(read.problem);
  const decide = deviceDecides(read.device, family);
  return ({ chain, inInterface, outInterface, ...connection }) => {
    const [from, to] = [chain === "OUTPUT" ? null : inInterface, chain === "INPUT" ? null : outInterface];
    return decide({ ...connection, from, to });
  };
}
