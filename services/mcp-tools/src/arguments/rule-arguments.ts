import { z } from "zod";
import type { ArgumentReading } from "./argument-reading.ts";
import { readAddresses } from "./read-addresses.ts";
import { readService, WORKING_SERVICES } from "./read-service.ts";

/** The maximum length of a text in an argument. A longer text is refused and not parsed. */
const MOST_CHARACTERS = 255;

/**
 * Returns the schema of an argument that selects rules by their addresses. `side` says which addresses of a rule are
 * compared with the argument: "source" or "destination".
 */
export function addressArgument(side: string) {
  return text()
    .transform(parsedBy(readAddresses))
    .describe(
      `Rules whose ${side} intersects it: one IPv4 or IPv6 address, CIDR or range (10.0.0.1-10.0.0.9), or PUBLIC_INTERNET; no names.`,
    );
}

/** The schema of the argument that selects rules by their service. */
export const serviceArgument = z
  .union([z.int(), text()], { error: `must be an integer or a text; ${WORKING_SERVICES}` })
  .transform(parsedBy(readService))
  .describe(
    "Rules whose service intersects it: one port or range, 443 (TCP and UDP), 8000-8100, tcp/443, or one whole name, case ignored, of IANA (https) or of a service object (so ICMP too). No lists.",
  );

export const actionArgument = z
  .enum(["ALLOW", "DENY"])
  .describe("ALLOW: rules that accept. DENY: that drop or reject.");

function text() {
  return z.string().max(MOST_CHARACTERS);
}

function parsedBy<Sent, Value>(read: (sent: Sent) => ArgumentReading<Value>) {
  return (sent: Sent, context: z.core.$RefinementCtx<Sent>): Value => {
    const found = read(sent);
    if (found.ok) return found.value;
    context.addIssue({ code: "custom", message: found.problem, input: sent });
    return z.NEVER;
  };
}
