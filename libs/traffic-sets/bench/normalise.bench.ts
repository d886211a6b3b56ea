import type { BenchRow } from "@network-access/testkit/bench-row";
import { type AddressSet, addressSetOfTexts, contains, intersect, overlaps, toCidrs } from "../src/address-set.ts";
import { ascendingOrder } from "../src/ascending-order.ts";
import { edgesOfIpv4, edgesOfIpv6 } from "../src/normalise.ts";

const groupSize = 111_000;
const pairs = 50_000;

/**
 * Measures operations on sets. Each row of the result compares the time of one operation with a floor, which is the
 * time of a simpler loop. The inputs are the same in every run.
 */
export async function normaliseBench(): Promise<BenchRow[]> {
  const random = randomNumbers(20_261_121);
  return [
    groupOfIpv4(random),
    groupOfIpv6(random),
    textsOfGroup(random),
    coverOfGroup(random),
    ...sidesAgainstSides(random),
  ];
}

function groupOfIpv4(random: () => number): BenchRow {
  const { lows, prefixes } = ipv4Group(random);
  const floorMs = median(() => lows.slice().sort());
  const oursMs = median(() => edgesOfIpv4(lows, prefixes));
  return row("normalise 111,000 IPv4 CIDRs", floorMs, oursMs, 3, "floor: Uint32Array sort of their addresses");
}

function groupOfIpv6(random: () => number): BenchRow {
  const lows = new Uint32Array(groupSize * 4);
  const keys = new BigUint64Array(groupSize);
  for (let index = 0; index < groupSize; index += 1) {
    lows[index * 4] = 0x20010db8;
    lows[index * 4 + 1] = random();
    keys[index] = (0x20010db8n << 32n) | BigInt(lows[index * 4 + 1] ?? 0);
  }
  const prefixes = new Uint8Array(groupSize).fill(64);
  const floorMs = median(() => keys.slice().sort());
  const oursMs = median(() => edgesOfIpv6(lows, prefixes));
  const orderMs = median(() => ascendingOrder(lows, 4)).toFixed(1);
  const note = `floor: BigUint64Array sort of their upper halves; our sort alone ${orderMs} ms`;
  return row("normalise 111,000 IPv6 CIDRs", floorMs, oursMs, 3, note);
}

function textsOfGroup(random: () => number): BenchRow {
  const texts = ipv4Texts(random);
  const floorMs = median(() => Uint32Array.from(texts, numberByHand).sort());
  const oursMs = median(() => addressSetOfTexts(texts));
  return row("111,000 texts to a set", floorMs, oursMs, 1, "floor: split, multiply, sort");
}

function coverOfGroup(random: () => number): BenchRow {
  const set = addressSetOfTexts(ipv4Texts(random));
  const ranges = set.v4.length >>> 1;
  const floorMs = median(() => {
    const texts: string[] = [];
    for (let index = 0; index < set.v4.length; index += 2) {
      const low = set.v4[index] ?? 0;
      texts.push(`${low >>> 24}.${(low >>> 16) & 255}.${(low >>> 8) & 255}.${low & 255}/32`);
    }
    return texts;
  });
  const oursMs = median(() => toCidrs(set));
  const note = `floor: one text for each of ${ranges} ranges; ours gives ${toCidrs(set).length} minimal CIDRs`;
  return row("minimal CIDR texts of a group", floorMs, oursMs, 3, note);
}

/**
 * Measures operations on 50,000 pairs of address sets. Each set has 96 ranges. The floor is the time of a plain loop
 * that checks the same pairs for overlap.
 */
function sidesAgainstSides(random: () => number): BenchRow[] {
  const rules = Array.from({ length: 10 }, () => side(random));
  const boundaries = Array.from({ length: pairs / 10 }, () => side(random));
  const across = (question: (a: AddressSet, b: AddressSet) => unknown) => () => {
    let yes = 0;
    for (const rule of rules) for (const boundary of boundaries) if (question(rule, boundary) === true) yes += 1;
    return yes;
  };
  const density = `${across(overlaps)()} of ${pairs} pairs overlap`;
  const floorMs = median(across((a, b) => plainOverlaps(a.v4, b.v4)));
  return [
    row("overlaps of 96 with 96 ranges, 50,000 times", floorMs, median(across(overlaps)), 1.5, density),
    row(
      "contains of 96 in 96 ranges, 50,000 times",
      floorMs,
      median(across(contains)),
      1,
      "floor: the plain overlap loop",
    ),
    row(
      "intersect of 96 with 96 ranges, 50,000 times",
      floorMs,
      median(across(intersect)),
      4,
      "floor: the plain overlap loop",
    ),
  ];
}

function plainOverlaps(a: Uint32Array, b: Uint32Array): boolean {
  let indexA = 0;
  let indexB = 0;
  while (indexA < a.length && indexB < b.length) {
    if ((a[indexA + 1] as number) <= (b[indexB] as number)) indexA += 2;
    else if ((b[indexB + 1] as number) <= (a[indexA] as number)) indexB += 2;
    else return true;
  }
  return false;
}

function side(random: () => number): AddressSet {
  return addressSetOfTexts(
    Array.from({ length: 96 }, () => {
      const value = random();
      return `${(value % 127) + 1}.${(value >>> 8) & 255}.${(value >>> 16) & 255}.0/24`;
    }),
  );
}

function ipv4Group(random: () => number): { lows: Uint32Array; prefixes: Uint8Array } {
  const lows = new Uint32Array(groupSize);
  const prefixes = new Uint8Array(groupSize);
  for (let index = 0; index < groupSize; index += 1) {
    const prefix = 24 + (random() % 9);
    prefixes[index] = prefix;
    lows[index] = (random() >>> (32 - prefix)) * 2 ** (32 - prefix);
  }
  return { lows, prefixes };
}

function ipv4Texts(random: () => number): string[] {
  const { lows, prefixes } = ipv4Group(random);
  return Array.from(lows, (low, index) => {
    return `${low >>> 24}.${(low >>> 16) & 255}.${(low >>> 8) & 255}.${low & 255}/${prefixes[index] ?? 32}`;
  });
}

function numberByHand(text: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = (text.split("/")[0] ?? "").split(".").map(Number);
  return a * 16_777_216 + b * 65_536 + c * 256 + d;
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function median(work: () => unknown): number {
  const times: number[] = [];
  for (let run = 0; run < 9; run += 1) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[4] ?? 0;
}

function row(name: string, floorMs: number, oursMs: number, aim: number, note: string): BenchRow {
  return { name, floorMs, oursMs, aim, note };
}
