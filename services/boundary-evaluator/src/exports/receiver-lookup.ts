import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { ReceiverAddresses } from "../integrations/receiver-addresses.ts";
import { writtenAddresses } from "../integrations/receiver-url.ts";

/** Returns all current addresses of a name, IPv4 first. Throws an error with the resolver's code if there are none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

const ATTEMPTS = 2;

export interface NameServers {
  /** The addresses of the name servers, with ports. */
  readonly servers?: readonly string[];
  /** The timeout of the first attempt in milliseconds. The default is 2,000. */
  readonly questionMs?: number;
}

/**
 * Queries the given name servers. The default is the system's name servers. The system's own lookup function is not
 * called, because it runs in a few threads that the whole process shares. If name servers never answered, these lookups
 * would block all these threads.
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
 * Creates the lookup function of a connection. The lookup returns only allowed addresses, and the connection uses no
 * other addresses. Each new connection looks up the name and checks its addresses again.
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
