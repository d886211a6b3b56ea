import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TrafficProduct } from "@network-access/traffic-sets/traffic-product";

/** The measurements of the loop that compares every rule with every boundary, without an index. */
export interface FloorPass {
  readonly bestMs: number;
  readonly touched: number;
  readonly inside: number;
  /** The name of the program that ran the loop. */
  readonly by: string;
}

/**
 * Compiles floor.c and runs its loop. Without a C compiler, runs the same loop in JavaScript. The member `by` of the
 * result says which of the two loops ran.
 */
export function runFloor(
  boundaries: readonly TrafficProduct[],
  rules: readonly TrafficProduct[],
  passes: number,
): FloorPass {
  const products = [...boundaries, ...rules].map((product) => [
    closedRanges(product.sources.v4),
    closedRanges(product.destinations.v4),
    closedRanges(product.services.v4),
  ]);
  return runCompiled(products, boundaries.length, passes) ?? runInterpreted(products, boundaries.length, passes);
}

function closedRanges(edges: Uint32Array): Uint32Array {
  const ranges = new Uint32Array(edges.length + (edges.length & 1)).fill(0xffffffff);
  for (let index = 0; index < edges.length; index += 1) ranges[index] = (edges[index] ?? 0) - (index & 1);
  return ranges;
}

function runCompiled(
  products: readonly (readonly Uint32Array[])[],
  boundaries: number,
  passes: number,
): FloorPass | undefined {
  const folder = mkdtempSync(join(tmpdir(), "evaluate-floor-"));
  try {
    const program = join(folder, "floor");
    try {
      execFileSync("cc", ["-O2", "-o", program, new URL("floor.c", import.meta.url).pathname], { stdio: "ignore" });
    } catch {
      return undefined;
    }
    const words: Uint32Array[] = [Uint32Array.of(boundaries, products.length - boundaries)];
    for (const ranges of products.flat()) words.push(Uint32Array.of(ranges.length / 2), ranges);
    const input = join(folder, "products");
    writeFileSync(
      input,
      Buffer.concat(words.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))),
    );
    const output = execFileSync(program, [input, String(passes)], { encoding: "utf8" });
    const [nanoseconds = 0, touched = 0, inside = 0] = output.trim().split(" ").map(Number);
    return { bestMs: nanoseconds / 1e6, touched, inside, by: "C loop, cc -O2" };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runInterpreted(products: readonly (readonly Uint32Array[])[], boundaries: number, passes: number): FloorPass {
  let best = {
    bestMs: Number.POSITIVE_INFINITY,
    touched: 0,
    inside: 0,
    by: "the same loop in JavaScript: no C compiler here",
  };
  for (let pass = 0; pass < passes; pass += 1) {
    let touched = 0;
    let inside = 0;
    const from = performance.now();
    for (const rule of products.slice(boundaries)) {
      for (let index = 0; index < boundaries; index += 1) {
        const boundary = products[index] ?? [];
        if (!everySide(rule, boundary, overlaps)) continue;
        touched += 1;
        if (everySide(boundary, rule, contains)) inside += 1;
      }
    }
    const bestMs = Math.min(best.bestMs, performance.now() - from);
    best = { ...best, bestMs, touched, inside };
  }
  return best;
}

type SideTest = (a: Uint32Array, b: Uint32Array) => boolean;

function everySide(a: readonly Uint32Array[], b: readonly Uint32Array[], test: SideTest): boolean {
  for (let side = 2; side >= 0; side -= 1) if (!test(a[side] as Uint32Array, b[side] as Uint32Array)) return false;
  return true;
}

function overlaps(a: Uint32Array, b: Uint32Array): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if ((a[i + 1] as number) < (b[j] as number)) i += 2;
    else if ((b[j + 1] as number) < (a[i] as number)) j += 2;
    else return true;
  }
  return false;
}

function contains(outer: Uint32Array, inner: Uint32Array): boolean {
  let j = 0;
  for (let i = 0; i < inner.length; i += 2) {
    while (j < outer.length && (outer[j + 1] as number) < (inner[i] as number)) j += 2;
    if (j === outer.length || (outer[j] as number) > (inner[i] as number)) return false;
    if ((outer[j + 1] as number) < (inner[i + 1] as number)) return false;
  }
  return true;
}
