import { bigintOfWords, formatIpv4, formatIpv6, scanIpv6 } from "./address-text.ts";
import { wordsOf } from "./wide-edges.ts";

const examples = "write an address or a CIDR such as 10.0.0.0/24 or 2001:db8::/32";

/** The length of the longest text that is examined. Every valid address or CIDR is less than half as long. */
const longestText = 100;

/**
 * `defect` says what is wrong with a text, and `advice` says what to do about it. `meant` lists the forms that the
 * author may have meant, if they can be guessed.
 */
interface Diagnosis {
  readonly defect: string;
  readonly advice: string;
  readonly meant?: string;
}

/**
 * Returns one sentence that says why a text is not a CIDR. If the intended CIDR can be guessed, the sentence suggests
 * this CIDR.
 */
export function cidrProblem(text: string): string {
  if (text === "") return `an empty text is no address; ${examples}`;
  if (text.length > longestText) {
    return `${JSON.stringify(`${text.slice(0, longestText)}...`)} is too long for an address; ${examples}`;
  }
  const shown = JSON.stringify(text);
  const { defect, advice, meant } = diagnose(text);
  return `${shown} ${defect}; ${meant === undefined ? advice : `did you mean ${meant}?`}`;
}

function diagnose(text: string): Diagnosis {
  const trimmed = text.trim();
  if (trimmed !== text) return around("has white space around it", trimmed);
  if (/^[0-9a-fA-F.:]+\s*-\s*[0-9a-fA-F.:]+$/.test(text))
    return { defect: "is a range", advice: "write it as one or more CIDRs" };
  const bracketed = /^\[([^\]]*)\](\/.*)?$/.exec(text);
  if (bracketed) return around("has brackets", `${bracketed[1] ?? ""}${bracketed[2] ?? ""}`);
  const zone = /^([^%]*)%[^/%]*(\/[^%]*)?$/.exec(text);
  if (zone) return around("has a zone id", `${zone[1] ?? ""}${zone[2] ?? ""}`);
  const slash = text.indexOf("/");
  const address = slash < 0 ? text : text.slice(0, slash);
  const suffix = slash < 0 ? undefined : text.slice(slash + 1);
  return address.includes(":") ? diagnoseIpv6(address, suffix) : diagnoseIpv4(address, suffix);
}

/**
 * Returns the diagnosis of a text with superfluous characters, such as white space or brackets. `rest` is the text
 * without these characters. If `rest` leads to a suggestion, the diagnosis contains the same suggestion.
 */
function around(defect: string, rest: string): Diagnosis {
  const { meant } = diagnose(rest);
  return meant === undefined ? { defect, advice: examples } : { defect, advice: examples, meant };
}

function diagnoseIpv4(address: string, suffix: string | undefined): Diagnosis {
  if (!/^[0-9]+(\.[0-9]*)*$/.test(address)) return { defect: "is neither an address nor a CIDR", advice: examples };
  const parts = address.split(".");
  if (parts.includes("")) return { defect: "has an empty part", advice: examples };
  const numbers = parts.map(Number);
  const large = parts.find((_, index) => (numbers[index] ?? 0) > 255);
  if (large !== undefined) return { defect: `has the part ${large.slice(0, 20)}`, advice: "each part is 0 to 255" };
  if (parts.length > 4) return { defect: `has ${parts.length} parts`, advice: "an IPv4 address has 4" };
  const value = [0, 1, 2, 3].reduce((sum, index) => sum * 256 + (numbers[index] ?? 0), 0);
  const bare = 8 * parts.length;
  const prefix = suffix === undefined ? bare : (readPrefix(suffix, 32) ?? readNetmask(suffix));
  if (prefix === undefined) return prefixDiagnosis(suffix ?? "", 32);
  const found = { advice: examples, meant: suggestIpv4(value, prefix) };
  if (parts.length < 4) return { defect: `has ${parts.length} of 4 parts`, ...found };
  if (parts.some(hasLeadingZero)) return { defect: "has a part with leading zeros", ...found };
  if (suffix?.includes(".")) return { defect: "has a netmask where a prefix length belongs", ...found };
  return { defect: prefixError(suffix), ...found };
}

function diagnoseIpv6(address: string, suffix: string | undefined): Diagnosis {
  const words = new Uint32Array(4);
  const plain = address.includes(".") ? address.replace(/(^|[:.])0+(?=[0-9]+(\.|$))/g, "$1") : address;
  if (scanIpv6(plain, words) < 0) return { defect: "is not an IPv6 address", advice: examples };
  const prefix = suffix === undefined ? 128 : readPrefix(suffix, 128);
  if (prefix === undefined) return prefixDiagnosis(suffix ?? "", 128);
  const value = bigintOfWords(words);
  const found = { advice: examples, meant: suggestIpv6(value, prefix) };
  if (isMapped(value) && prefix >= 96) return { defect: "is IPv4 written as IPv6", ...found };
  if (plain !== address) return { defect: "has a part with leading zeros", ...found };
  return { defect: prefixError(suffix), ...found };
}

function prefixError(suffix: string | undefined): string {
  if (suffix !== undefined && hasLeadingZero(suffix)) return "has a prefix length with leading zeros";
  return "has host bits set";
}

function prefixDiagnosis(suffix: string, width: number): Diagnosis {
  if (suffix === "")
    return { defect: "has nothing after the slash", advice: `write a prefix length from 0 to ${width}` };
  const shown = JSON.stringify(suffix.slice(0, 20));
  return { defect: `has the prefix length ${shown}`, advice: `write a number from 0 to ${width}` };
}

function readPrefix(suffix: string, width: number): number | undefined {
  if (!/^[0-9]+$/.test(suffix)) return undefined;
  const prefix = Number(suffix);
  return prefix <= width ? prefix : undefined;
}

function readNetmask(suffix: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(suffix)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return undefined;
  const zeros = Math.log2(2 ** 32 - parts.reduce((sum, part) => sum * 256 + part, 0));
  return Number.isInteger(zeros) ? 32 - zeros : undefined;
}

function isMapped(value: bigint): boolean {
  return value >> 32n === 0xffffn;
}

function hasLeadingZero(part: string): boolean {
  return part.length > 1 && part.startsWith("0");
}

/**
 * Returns the CIDR with this prefix length that contains the address `value`. If `value` is not the first address of
 * this CIDR, the text also offers the single address: "10.0.0.0/24 or 10.0.0.1/32".
 */
function suggestIpv4(value: number, prefix: number): string {
  const size = 2 ** (32 - prefix);
  const low = Math.floor(value / size) * size;
  const block = `${formatIpv4(low)}/${prefix}`;
  return low === value ? block : `${block} or ${formatIpv4(value)}/32`;
}

function suggestIpv6(value: bigint, prefix: number): string {
  const low = (value >> BigInt(128 - prefix)) << BigInt(128 - prefix);
  const mapped = isMapped(value);
  if (mapped && prefix >= 96) return suggestIpv4(Number(value & 0xffffffffn), prefix - 96);
  const block = `${formatIpv6(wordsOf(low))}/${prefix}`;
  if (low === value) return block;
  return `${block} or ${mapped ? suggestIpv4(Number(value & 0xffffffffn), 32) : `${formatIpv6(wordsOf(value))}/128`}`;
}
