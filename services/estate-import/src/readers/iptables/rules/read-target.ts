import { shown } from "../../text/refusal.ts";
import { policyName } from "./policy-name.ts";
import { readTranslation } from "./read-translation.ts";
import type { OptionNotUnderstood } from "./service-terms.ts";
import type { RuleTarget } from "./split-options.ts";
import type { Decision, TargetContext, TargetReading } from "./target.ts";

/**
 * Targets that do not decide about a packet, for example because they only change, copy or trace it. The next rule then
 * processes the packet. LOG and similar targets are in `logging`.
 */
const continuing = new Set([
  ...["MARK", "CONNMARK", "CLASSIFY", "TCPMSS", "DSCP", "TOS", "TTL", "HL", "CT", "SET", "TRACE", "AUDIT", "CHECKSUM"],
  ...["ECN", "TCPOPTSTRIP", "SECMARK", "CONNSECMARK", "HMARK", "IDLETIMER", "LED", "RATEEST", "TEE"],
]);
const logging = new Set(["LOG", "NFLOG", "ULOG"]);
const translating = new Set(["DNAT", "SNAT", "MASQUERADE", "REDIRECT", "NETMAP"]);
/** Known targets that leave the decision about the packet to something outside of the listing. */
const elsewhere = new Set([
  ...["QUEUE", "NFQUEUE", "TPROXY", "SYNPROXY", "CLUSTERIP", "DNPT", "SNPT", "SAME", "MIRROR", "TARPIT", "DELUDE"],
  ...["CHAOS", "STEAL", "ROUTE", "IMQ", "ACCOUNT", "DHCPMAC", "DNETMAP", "ECHO", "IPMARK", "LOGMARK", "SYSRQ"],
  ...["RAWDNAT", "RAWSNAT", "FLOWOFFLOAD", "NETFLOW", "FULLCONENAT", "BALANCE", "PROTO"],
]);
const others = new Set(["ACCEPT", "DROP", "RETURN", "REJECT", "NOTRACK"]);

export const DROPPED_IN_NAT = "the table nat translates alone; what it drops is not part of the device";

/**
 * Reports whether a target is a built-in target, such as ACCEPT, or an extension, and not a user-defined chain. A
 * target of `-j` that has options of its own is never a user-defined chain. The target of `-g` is always a user-defined
 * chain.
 */
export function isExtension({ name, goes, options }: RuleTarget): boolean {
  if (goes) return false;
  return options.length > 0 || [continuing, logging, translating, elsewhere, others].some((names) => names.has(name));
}

/**
 * Returns what a rule does with packets that match it. If the target is a chain, the caller must have checked that the
 * chain exists.
 */
export function readTarget(target: RuleTarget | undefined, context: TargetContext): TargetReading {
  if (!target) return decided({ action: "NONE" });
  const { name, goes, options } = target;
  const ignored = options.map((option) => ({ option, reason: "the target takes no such option" }));
  if (!goes && name === "DROP" && context.table === "nat")
    return { ...decided({ action: name }, ignored), reason: DROPPED_IN_NAT };
  if (!goes && (name === "ACCEPT" || name === "DROP" || name === "RETURN")) return decided({ action: name }, ignored);
  if (context.chains.has(name)) {
    const { family, table } = context;
    return decided({ action: goes ? "GOTO" : "JUMP", target: policyName(family, table, name) }, ignored);
  }
  if (name === "REJECT") return decided({ action: "REJECT" });
  if (logging.has(name)) return decided({ action: "NONE", log: true });
  const untracks = name === "NOTRACK" || (name === "CT" && options.some((one) => one.name === "--notrack"));
  if (untracks) return decided({ action: "NONE", untracks });
  if (continuing.has(name)) return decided({ action: "NONE" });
  if (translating.has(name) && context.table === "nat") return readTranslation(target, context);
  return {
    ...decided({ action: "DROP" }),
    mayAccept: context.table !== "nat",
    reason: `what becomes of the packet after the target ${shown(name)} is not known`,
  };
}

function decided(decision: Decision, notUnderstood: readonly OptionNotUnderstood[] = []): TargetReading & { ok: true } {
  return { ok: true, decision, notUnderstood };
}
