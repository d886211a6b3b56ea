import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { readNetwork, readRange } from "../../text/parse-address.ts";
import { shown } from "../../text/refusal.ts";
import { NO_ADDRESSES } from "./read-match.ts";
import type { OptionNotUnderstood } from "./service-terms.ts";
import type { RuleOption, RuleTarget } from "./split-options.ts";
import type { TargetContext, TargetReading } from "./target.ts";

type Translation = NonNullable<SnapshotRowInput["translation"]>;
type AddressMember = NonNullable<Translation["source"]>[number];

/**
 * Options that determine which of the possible addresses and ports a connection gets. They do not change which ones are
 * possible.
 */
const immaterial = new Set(["--random", "--random-fully", "--persistent"]);

/**
 * Reads the translation of a target in the table nat. New source ports are left out of the result, because the device
 * decides about a connection before it translates the source. Returns a problem for invalid addresses and ports.
 */
export function readTranslation({ name, options }: RuleTarget, context: TargetContext): TargetReading {
  const translation = startOf(name, context);
  const notUnderstood: OptionNotUnderstood[] = [];
  for (const option of options) {
    if (immaterial.has(option.name)) continue;
    const problem = readOption(name, option, translation, context);
    if (problem?.wrong) return { ok: false, problem: problem.reason };
    if (problem) notUnderstood.push({ option, reason: problem.reason });
  }
  const isComplete =
    name === "MASQUERADE" || Boolean(translation.source ?? translation.destination ?? translation.service);
  return {
    ok: true,
    decision: { action: "ACCEPT", translation },
    notUnderstood,
    ...(name === "REDIRECT" && context.localObject === undefined && { reason: NO_ADDRESSES }),
    ...(!isComplete && notUnderstood.length === 0 && { reason: `${name} names no address` }),
  };
}

function startOf(name: string, { localObject }: TargetContext): Translation {
  if (name === "MASQUERADE") return { type: "HIDE", sourceIsInterface: true };
  if (name === "SNAT") return { type: "HIDE" };
  if (name !== "REDIRECT") return { type: "STATIC" };
  const own: AddressMember =
    localObject === undefined
      ? { notUnderstood: "the device's own address where the packet comes in" }
      : { object: localObject };
  return { type: "STATIC", destination: [own] };
}

type Problem = { readonly wrong: boolean; readonly reason: string } | undefined;

function readOption(target: string, option: RuleOption, translation: Translation, context: TargetContext): Problem {
  const [text = ""] = option.values;
  switch (`${target} ${option.name}`) {
    case "DNAT --to-destination":
      return readNewEnd("destination", text, translation, context);
    case "SNAT --to-source":
      return readNewEnd("source", text, translation, context);
    case "REDIRECT --to-ports":
      return readNewPorts(text, translation, context);
    case "MASQUERADE --to-ports":
      return problemOfPorts(text);
    case "NETMAP --to":
      return readNetmap(text, translation, context);
    default:
      return { wrong: false, reason: `the target ${target} takes no such option` };
  }
}

/** Reads "10.0.0.1", "10.0.0.1-10.0.0.9:80-90", ":80", or with IPv6 "[fd00::1]:80". */
function readNewEnd(
  side: "source" | "destination",
  text: string,
  translation: Translation,
  context: TargetContext,
): Problem {
  const { address, ports } = splitEnd(text, context.family);
  if (address !== "") {
    const read = readRange(context.family, address);
    if (read.ok === "empty") return { wrong: true, reason: `the range ${shown(address)} ends before it begins` };
    if (!read.ok) return read;
    translation[side] = [...(translation[side] ?? []), { address: read.text }];
    // If a connection receives one of several addresses, the translation is dynamic.
    if (address.includes("-") || (translation[side]?.length ?? 0) > 1) translation.type = "DYNAMIC";
  }
  if (ports === undefined) return undefined;
  return side === "source" ? problemOfPorts(ports) : readNewPorts(ports, translation, context);
}

function splitEnd(text: string, family: 4 | 6): { readonly address: string; readonly ports?: string } {
  // Without brackets, an IPv6 address has no port.
  if (family === 6 && !text.startsWith("[") && !/^:(?!:)/.test(text)) return { address: text };
  const [, bracketed, plain = "", ports] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? ["", undefined, text];
  return { address: bracketed ?? plain, ...(ports !== undefined && { ports }) };
}

function readNewPorts(text: string, translation: Translation, { protocol }: TargetContext): Problem {
  if (text.includes("/")) return { wrong: false, reason: `the shifted ports ${shown(text)} are not understood` };
  const range = portRange(text);
  if (!range) return problemOfPorts(text);
  if (protocol !== 6 && protocol !== 17)
    return { wrong: false, reason: "new ports are understood with -p tcp and -p udp alone" };
  translation.service = [{ protocol, ports: [range] }];
  return undefined;
}

/** Reads "80" or "80-90". */
function portRange(text: string): [number, number] | undefined {
  const [, first, last] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const [low, high] = [Number(first), Number(last ?? first)];
  return first === undefined || low > high || high > 65_535 ? undefined : [low, high];
}

function problemOfPorts(text: string): Problem {
  return portRange(text) ? undefined : { wrong: true, reason: `${shown(text)} is no port` };
}

function readNetmap(text: string, translation: Translation, { family, netmapSide }: TargetContext): Problem {
  const read = readNetwork(family, text);
  if (!read.ok) return read;
  if (netmapSide === undefined)
    return { wrong: false, reason: "whether NETMAP changes the source or the destination differs by caller" };
  translation[netmapSide] = [{ address: read.text }];
  return undefined;
}
