import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { ReceiverAddresses } from "../integrations/receiver-addresses.ts";
import { writtenAddresses } from "../integrations/receiver-url.ts";

/** All addresses a name has now, IPv4 first. Throws with the resolver's code where it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

const QUESTIONS = 2;

export interface NameServers {
  /** Addresses with ports. */
  readonly servers?: readonly string[];
  /** How long one is waited for the first time; 2,000 when left out. */
  readonly questionMs?: number;
}

/**
 * Asks the name servers, those of the system when none are given. Not as the system does it: its look-ups wait in the
 * few threads that everything shares, so that name servers which never answer would hold up the whole process.
 */
export function createNameResolver({ servers, questionMs = 2_000 }: NameServers = {}): ResolveName {
  return async (name) => {
    const resolver = new Resolver({ timeout: questionMs, tries: QUESTIONS });
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === "rejected") throw first.reason;
    return addresses;
  };
}

/** A receiver that may not be called. */
export class AddressRefused extends Error {
  constructor(why: string) {
    super(`its name leads to ${why}, and events are sent to public addresses only`);
    this.name = "AddressRefused";
  }
}

/**
 * The look-up of one connection: what it answers was checked, and the connection goes there and nowhere else. A name
 * that leads to other addresses with the next look-up is checked again with it.
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
