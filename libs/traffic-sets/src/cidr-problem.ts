import { bigintOfWords, formatIpv4, formatIpv6, scanIpv6 } from "./address-text.ts";
import { wordsOf } from "./wide-edges.ts";

const examples = "write an address or a CIDR such as 10.0.0.0/24 or 2001:db8::/32";

/** One sentence that says why a text is not a CIDR and, where it can be guessed, what was meant. */
export function cidrProblem(text: string): string {
  if (text === "") return `an empty text is no address; ${examples}`;
  const shown = JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);
  const trimmed = text.trim();
  if (trimmed !== text) return `${shown} has white space around it${didYouMean(trimmed)}`;
  const dash = /^([0-9a-fA-F.:]+)\s*-\s*([0-9a-fA-F.:]+)$/.exec(text);
  if (dash) return `${shown} is a range; write it as one or more CIDRs`;
  const bracketed = /^\[(.*)\](\/.*)?$/.exec(text);
  if (bracketed) return `${shown} has brackets${didYouMean(`${bracketed[1] ?? ""}${bracketed[2] ?? ""}`)}`;
  const zone = /^([^%]*)%[^/]*(\/.*)?$/.exec(text);
  if (zone) return `${shown} has a zone id${didYouMean(`${zone[1] ?? ""}${zone[2] ?? ""}`)}`;
  const slash = text.indexOf("/");
  const address = slash < 0 ? text : text.slice(0, slash);
  const suffix = slash < 0 ? undefined : text.slice(slash + 1);
  const reason = address.includes(":") ? ipv6Problem(address, suffix) : ipv4Problem(address, suffix);
  return `${shown} ${reason}`;
}

function ipv4Problem(address: string, suffix: string | undefined): string {
  if (!/^[0-9]+(\.[0-9]*)*$/.test(address)) return `is neither an address nor a CIDR; ${examples}`;
  const parts = address.split(".");
  if (parts.includes("")) return `has an empty part; ${examples}`;
  const numbers = parts.map(Number);
  const large = parts.find((_, index) => (numbers[index] ?? 0) > 255);
  if (large !== undefined) return `has the part ${large.slice(0, 20)}; each part is 0 to 255`;
  if (parts.length > 4) return `has ${parts.length} parts; an IPv4 address has 4`;
  const value = [0, 1, 2, 3].reduce((sum, index) => sum * 256 + (numbers[index] ?? 0), 0);
  const prefix = suffix === undefined ? { value: 8 * parts.length } : (readPrefix(suffix, 32) ?? readNetmask(suffix));
  if (prefix === undefined) return prefixProblem(suffix ?? "", 32);
  const hint = suggestIpv4(value, prefix.value);
  if (parts.length < 4) return `has ${parts.length} of 4 parts; did you mean ${hint}?`;
  if (parts.some(hasLeadingZero)) return `has a part with leading zeros; did you mean ${hint}?`;
  if (suffix?.includes(".")) return `has a netmask where a prefix length belongs; did you mean ${hint}?`;
  if (suffix !== undefined && hasLeadingZero(suffix))
    return `has a prefix length with leading zeros; did you mean ${hint}?`;
  return `has host bits set; did you mean ${hint}?`;
}

function ipv6Problem(address: string, suffix: string | undefined): string {
  const words = new Uint32Array(4);
  const plain = address.replace(/(^|[:.])0+(?=[0-9]+(\.|$))/g, "$1");
  const dotted = address.includes(".");
  if (scanIpv6(dotted ? plain : address, words) < 0) return `is not an IPv6 address; ${examples}`;
  const prefix = suffix === undefined ? { value: 128 } : readPrefix(suffix, 128);
  if (prefix === undefined) return prefixProblem(suffix ?? "", 128);
  const value = bigintOfWords(words);
  const hint = suggestIpv6(value, prefix.value);
  if (value >> 32n === 0xffffn && prefix.value >= 96) return `is IPv4 written as IPv6; did you mean ${hint}?`;
  if (dotted && plain !== address) return `has a part with leading zeros; did you mean ${hint}?`;
  if (suffix !== undefined && hasLeadingZero(suffix))
    return `has a prefix length with leading zeros; did you mean ${hint}?`;
  return `has host bits set; did you mean ${hint}?`;
}

function prefixProblem(suffix: string, width: number): string {
  if (suffix === "") return `has nothing after the slash; write a prefix length from 0 to ${width}`;
  return `has the prefix length ${JSON.stringify(suffix.slice(0, 20))}; write a number from 0 to ${width}`;
}

function readPrefix(suffix: string, width: number): { value: number } | undefined {
  if (!/^[0-9]+$/.test(suffix)) return undefined;
  const value = Number(suffix);
  return value <= width ? { value } : undefined;
}

function readNetmask(suffix: string): { value: number } | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(suffix)?.slice(1).map(Number);
  if (parts === undefined) return undefined;
  const zeros = 2 ** 32 - parts.reduce((sum, part) => sum * 256 + part, 0);
  const bits = Math.log2(zeros);
  return Number.isInteger(bits) && bits <= 32 ? { value: 32 - bits } : undefined;
}

function hasLeadingZero(part: string): boolean {
  return part.length > 1 && part.startsWith("0");
}

/** The block around the address, and the address alone where the two differ. */
function suggestIpv4(value: number, prefix: number): string {
  const size = 2 ** (32 - prefix);
  const low = Math.floor(value / size) * size;
  const block = `${formatIpv4(low)}/${prefix}`;
  return low === value ? block : `${block} or ${formatIpv4(value)}/32`;
}

function suggestIpv6(value: bigint, prefix: number): string {
  const low = (value >> BigInt(128 - prefix)) << BigInt(128 - prefix);
  const mapped = value >> 32n === 0xffffn;
  if (mapped && prefix >= 96) return suggestIpv4(Number(value & 0xffffffffn), prefix - 96);
  const block = `${formatIpv6(wordsOf(low))}/${prefix}`;
  if (low === value) return block;
  return `${block} or ${mapped ? suggestIpv4(Number(value & 0xffffffffn), 32) : `${formatIpv6(wordsOf(value))}/128`}`;
}

function didYouMean(text: string): string {
  return /^[0-9a-fA-F.:]+(\/[0-9]+)?$/.test(text) ? `; did you mean ${text}?` : `; ${examples}`;
}
