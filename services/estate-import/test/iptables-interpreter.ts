/**
 * Computes from the text of an iptables-save listing what a device does with a new connection. The interpreter reads
 * the listing line by line. It shares no code with the iptables reader or the estate model, because tests use it as an
 * independent check of the reader.
 */

export interface AskedConnection {
  readonly family: 4 | 6;
  readonly chain: "INPUT" | "FORWARD" | "OUTPUT";
  readonly source: bigint;
  readonly destination: bigint;
  readonly protocol: number;
  readonly sourcePort: number;
  readonly port: number;
  readonly icmpType: number;
  readonly icmpCode: number;
  readonly inInterface: string;
  readonly outInterface: string;
}

/** Members of ipset sets as texts. */
export type AskedSets = Readonly<Record<string, readonly string[]>>;

export type Verdict = "ACCEPT" | "DROP" | "REJECT" | "unknown";

type State = "NEW" | "UNTRACKED";
type Outcome = Verdict | "RETURN";

/**
 * Returns what the device does with a new connection. The first packet of the connection passes the table raw first:
 * the chain OUTPUT if `asked.chain` is OUTPUT, otherwise the chain PREROUTING. The packet then passes the chain
 * `asked.chain` of the table filter.
 */
export function interpretIptables(text: string, asked: AskedConnection, sets: AskedSets = {}): Verdict {
  const first = asked.chain === "OUTPUT" ? "OUTPUT" : "PREROUTING";
  let state: State = "NEW";
  let isStateKnown = true;
  const before = walkBuiltIn(text, "raw", first, { asked, sets, state, onUntracked, onMaybeUntracked });
  if (before !== "ACCEPT") return before;
  if (!isStateKnown) return "unknown";
  return walkBuiltIn(text, "filter", asked.chain, { asked, sets, state, onUntracked, onMaybeUntracked });

  function onUntracked() {
    state = "UNTRACKED";
  }
  function onMaybeUntracked() {
    isStateKnown = false;
  }
}

interface Walk {
  readonly asked: AskedConnection;
  readonly sets: AskedSets;
  readonly state: State;
  readonly onUntracked: () => void;
  readonly onMaybeUntracked: () => void;
}

function walkBuiltIn(text: string, table: string, chain: string, walk: Walk): Verdict {
  const lines = linesOf(text, table);
  const policy = lines.map((line) => new RegExp(`^:${chain} (\\w+)`).exec(line)?.[1]).find((one) => one !== undefined);
  // A table or chain that the listing does not contain has no rules and accepts the packet.
  if (policy === undefined) return "ACCEPT";
  const outcome = walkChain(lines, chain, walk);
  return outcome === "RETURN" ? (policy as Verdict) : outcome;
}

function linesOf(text: string, table: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  const start = lines.indexOf(`*${table}`);
  return start < 0 ? [] : lines.slice(start, lines.indexOf("COMMIT", start));
}

function walkChain(lines: readonly string[], chain: string, walk: Walk): Outcome {
  for (const line of lines) {
    const words = wordsOf(line);
    if (words[0] !== "-A" || words[1] !== chain) continue;
    const { matches, target, isGoto, isNotrack } = readRule(words.slice(2), walk);
    if (matches === "no") continue;
    if (target === "NOTRACK" || (target === "CT" && isNotrack)) {
      if (matches === "yes") walk.onUntracked();
      else walk.onMaybeUntracked();
      continue;
    }
    if (["LOG", "NFLOG", "MARK", "CONNMARK", "CT", ""].includes(target)) continue;
    if (matches === "maybe") return "unknown";
    if (target === "ACCEPT" || target === "DROP" || target === "REJECT" || target === "RETURN") return target;
    const outcome = walkChain(lines, target, walk);
    if (outcome !== "RETURN") return outcome;
    // After -g, a RETURN from the target chain continues in the caller of this chain, not in this chain.
    if (isGoto) return "RETURN";
  }
  return "RETURN";
}

/**
 * Splits a line into words at spaces, but not between double quotes. Between double quotes, a backslash escapes the
 * next character.
 */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] as string;
    if (character === "\\" && isQuoted) {
      at += 1;
      word = (word ?? "") + (line[at] ?? "");
    } else if (character === '"') {
      isQuoted = !isQuoted;
      word ??= "";
    } else if (character === " " && !isQuoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function readRule(words: readonly string[], { asked, sets, state }: Walk) {
  let matches: "yes" | "no" | "maybe" = "yes";
  let target = "";
  let isGoto = false;
  let isNotrack = false;
  let isNegated = false;
  const apply = (is: boolean) => {
    if (is === isNegated) matches = "no";
    isNegated = false;
  };
  const hasPorts = asked.protocol === 6 || asked.protocol === 17;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    const value = words[at + 1] ?? "";
    const rest = () => {
      at += 1;
      return value;
    };
    switch (word) {
      case "!":
        isNegated = true;
        continue;
      case "-s":
        apply(isIn(rest(), asked.source, asked.family));
        break;
      case "-d":
        apply(isIn(rest(), asked.destination, asked.family));
        break;
      case "-i":
        apply(isInterface(rest(), asked.inInterface) && asked.chain !== "OUTPUT");
        break;
      case "-o":
        apply(isInterface(rest(), asked.outInterface) && asked.chain !== "INPUT");
        break;
      case "-p":
        apply(isProtocol(rest(), asked.protocol));
        break;
      case "--sport":
        apply(isPort(rest(), asked.sourcePort) && hasPorts);
        break;
      case "--dport":
        apply(isPort(rest(), asked.port) && hasPorts);
        break;
      case "--sports":
        apply(isAmong(rest(), asked.sourcePort) && hasPorts);
        break;
      case "--dports":
        apply(isAmong(rest(), asked.port) && hasPorts);
        break;
      case "--ports":
        rest();
        apply(hasPorts && (isAmong(value, asked.sourcePort) || isAmong(value, asked.port)));
        break;
      case "--src-range":
        apply(isInRange(rest(), asked.source));
        break;
      case "--dst-range":
        apply(isInRange(rest(), asked.destination));
        break;
      case "--icmp-type":
      case "--icmpv6-type":
        apply(isIcmp(rest(), asked));
        break;
      case "--syn":
        apply(true);
        break;
      case "--tcp-flags": {
        const [mask, set] = [rest().split(","), words[at + 1]];
        at += 1;
        // The only flag of a connection's first packet is SYN.
        apply(set === (mask.includes("ALL") || mask.includes("SYN") ? "SYN" : "NONE"));
        break;
      }
      case "--ctstate":
      case "--state":
        apply(rest().split(",").includes(state));
        break;
      case "--match-set": {
        const [name, side] = [rest(), words[at + 1]];
        at += 1;
        const address = side === "src" ? asked.source : asked.destination;
        const members = sets[name];
        if (members) apply(members.some((member) => isIn(member, address, asked.family)));
        else matches = matches === "no" ? "no" : "maybe";
        break;
      }
      case "-m":
        if (["limit", "mac", "recent", "owner"].includes(value) && matches === "yes") matches = "maybe";
        rest();
        break;
      case "--comment":
      case "--limit":
      case "--limit-burst":
      case "--mac-source":
      case "--name":
      case "--uid-owner":
      case "--log-prefix":
      case "--reject-with":
      case "--set-mark":
        rest();
        isNegated = false;
        break;
      case "--rcheck":
        break;
      case "--notrack":
        isNotrack = true;
        break;
      case "-j":
        target = rest();
        break;
      case "-g":
        target = rest();
        isGoto = true;
        break;
      default:
        throw new Error(`the interpreter does not know ${word}`);
    }
  }
  return { matches, target, isGoto, isNotrack };
}

function isProtocol(text: string, protocol: number): boolean {
  const numbers: Record<string, number> = { tcp: 6, udp: 17, icmp: 1, "ipv6-icmp": 58, gre: 47, all: 0 };
  const wanted = numbers[text] ?? Number(text);
  return wanted === 0 || wanted === protocol;
}

function isInterface(text: string, name: string): boolean {
  return text.endsWith("+") ? name.startsWith(text.slice(0, -1)) : name === text;
}

/**
 * Reports whether `port` matches the text: one port number, or a range "first:last". A missing first number means 0,
 * and a missing last number means 65535.
 */
function isPort(text: string, port: number): boolean {
  const [first = "", last] = text.split(":");
  if (last === undefined) return port === Number(first);
  return port >= (first === "" ? 0 : Number(first)) && port <= (last === "" ? 65_535 : Number(last));
}

function isAmong(text: string, port: number): boolean {
  return text.split(",").some((one) => isPort(one, port));
}

function isIcmp(text: string, { family, protocol, icmpType, icmpCode }: AskedConnection): boolean {
  if (protocol !== (family === 4 ? 1 : 58)) return false;
  const names: Record<string, string> =
    family === 4
      ? { "echo-request": "8", "echo-reply": "0", "time-exceeded": "11", "port-unreachable": "3/3", any: "any" }
      : { "echo-request": "128", "echo-reply": "129", "packet-too-big": "2", "port-unreachable": "1/4" };
  const [type, code] = (names[text] ?? text).split("/");
  return type === "any" || (Number(type) === icmpType && (code === undefined || Number(code) === icmpCode));
}

function isIn(text: string, value: bigint, family: 4 | 6): boolean {
  return text.split(",").some((one) => {
    const [address = "", mask] = one.split("/");
    if (address.includes(":") !== (family === 6)) return false;
    const bits = family === 6 ? 128 : 32;
    const length = mask === undefined ? bits : mask.includes(".") ? onesOf(addressOf(mask)) : Number(mask);
    const shift = BigInt(bits - length);
    return addressOf(address) >> shift === value >> shift;
  });
}

function onesOf(mask: bigint): number {
  return mask.toString(2).replaceAll("0", "").length;
}

function isInRange(text: string, value: bigint): boolean {
  const [first = "", last = first] = text.split("-");
  return addressOf(first) <= value && value <= addressOf(last);
}

export function addressOf(text: string): bigint {
  if (!text.includes(":")) return text.split(".").reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  const [left = "", right] = text.split("::");
  const wordsIn = (half: string) => (half === "" ? [] : half.split(":").map((word) => BigInt(`0x${word}`)));
  const [begin, end] = [wordsIn(left), right === undefined ? [] : wordsIn(right)];
  const middle = Array.from({ length: 8 - begin.length - end.length }, () => 0n);
  return [...begin, ...middle, ...end].reduce((value, word) => value * 65_536n + word, 0n);
}
