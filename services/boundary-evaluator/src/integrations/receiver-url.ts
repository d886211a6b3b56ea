import { isIP } from "node:net";
import type { ReceiverAddresses } from "./receiver-addresses.ts";

/** The receivers to which an installation allows events to be sent. */
export interface ReceiverRules {
  /** Allows http, for local use. */
  readonly allowHttp: boolean;
  readonly addresses: ReceiverAddresses;
}

const LONGEST = 2_048;
const EXAMPLE = '"https://tickets.example.com/hook"';

/**
 * Says why a text can't be the URL of a receiver, and what to change. Returns null if the text can be such a URL. Host
 * names are not looked up here, because their addresses are checked with every delivery.
 */
export function receiverUrlProblem(text: string, rules: ReceiverRules): string | null {
  if (text.length > LONGEST) return `has ${text.length} characters; at most ${LONGEST} work`;
  if (!URL.canParse(text)) return `must be a whole URL, such as ${EXAMPLE}`;
  // The URL is stored as the client wrote it. URLs that parsing would silently change are refused, because the text of
  // such a URL can hide its real destination.
  if (text.trim() !== text) return "has white space around it; leave it out";
  if (text.includes("\\")) return 'holds a "\\"; write "/", which it would be taken for, or %5C for the sign itself';
  const url = new URL(text);
  if (url.protocol === "http:" && !rules.allowHttp) return `must begin with https, as in ${EXAMPLE}`;
  if (url.protocol !== "https:" && url.protocol !== "http:") return `must be an https URL, such as ${EXAMPLE}`;
  if (url.username !== "" || url.password !== "")
    return "holds a user name or password; leave them out, every event is signed";
  if (url.port === "0") return "has the port 0; 1 to 65535 work";
  if (text.includes("#")) return 'holds a "#" and what follows it, which is never sent; leave it out';
  const refusals = writtenAddresses(url).map((address) => rules.addresses.whyRefused(address));
  const why = refusals.find((refusal) => refusal !== null);
  // One allowed address is enough.
  if (why === undefined || why === null || refusals.includes(null)) return null;
  return `leads to ${why}, and events are sent to public addresses only; give a public one, or have it allowed in the settings`;
}

/**
 * Returns the addresses that are known without a DNS lookup. For an IP address, this is the address itself. For
 * "localhost" and its subdomains, these are the loopback addresses. Returns an empty list for any other host name.
 */
export function writtenAddresses({ hostname }: Pick<URL, "hostname">): readonly string[] {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) !== 0) return [bare];
  return isLocalhost(hostname) ? ["127.0.0.1", "::1"] : [];
}

function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/.test(hostname);
}
