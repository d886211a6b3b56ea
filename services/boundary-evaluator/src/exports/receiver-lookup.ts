import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { ReceiverAddresses } from "../integrations/receiver-addresses.ts";
import { writtenAddresses } from "../integrations/receiver-url.ts";

/**
 * Resolves a host name to all its current addresses, IPv4 first. Rejects with the DNS resolver's error if there are
 * none.
 */
export type ResolveName = (name: string) => Promise<readonly string[]>;

const ATTEMPTS = 2;

export interface NameServers {
  /** The addresses of the name servers, with ports. */
  readonly servers?: readonly string[];
  /** The timeout of the first attempt in milliseconds. The default is 2,000. */
  readonly questionMs?: number;
}

/**
 * Creates a function that resolves host names. It asks the given name servers, or the system's name servers if none are
 * given. The function does not use `dns.lookup`, which runs in a few threads that the whole process shares. Calls of
 * `dns.lookup` to name servers that never answer would block all these threads.
 */
export function createNameResolver({ servers, questionMs = 2_000 }: NameServers = {}): ResolveName {
  return async (name) => {
    const resolver = new Resolver({ timeout: questionMs, tries: ATTEMPTS });
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === "rejected") throw first.reason;
    return addresses;
  };
}

/** The error for a receiver that has no allowed address. */
export class AddressRefused extends Error {
  constructor(why: string) {
    super(`its name leads to ${why}, and events are sent to public addresses only`);
    this.name = "AddressRefused";
  }
}

/**
 * Creates the lookup function that connections to receivers use to resolve host names. It returns only addresses to
 * which events may be sent, and fails with AddressRefused if the name has no such address. Every new connection calls
 * the function, so the addresses are checked each time.
 */
export function receiverLookup(addresses: ReceiverAddresses, resolve: ResolveName): LookupFunction {
  async function admitted(hostname: string) {
    const written = writtenAddresses({ hostname });
    const found = written.length > 0 ? written : await resolve(hostname);
    const refusals = found.map((address) => addresses.whyRefused(address));
    const allowed = found.filter((_, at) => refusals[at] === null);
    if (allowed.length === 0) throw new AddressRefused(refusals.find((why) => why !== null) ?? "nowhere");
    return allowed.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  }

  return (hostname, { all }, callback) => {
    admitted(hostname).then(
      (found) => {
        const [first] = found;
        if (all) callback(null, found);
        else if (first) callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
