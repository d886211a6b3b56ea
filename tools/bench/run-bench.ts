import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workspace } from "@network-access/local-stack/workspace";
import { escapeControlsInLines } from "@network-access/service-runtime/escape-controls";
import { MISUSED } from "@network-access/service-runtime/exit-codes";
import { type BenchRow, ratioOf, reaches } from "@network-access/testkit/bench-row";
import { readBenchArguments } from "./bench-arguments.ts";
import { printRows } from "./print-rows.ts";
import { benches } from "./registry.ts";

const read = readBenchArguments(process.argv.slice(2), workspace.root);
if (!read.ok) {
  console.error(escapeControlsInLines(read.problem));
  process.exit(MISUSED);
}
const { name, settings } = read;
const beganAt = new Date();
const rows = await benches[name](settings);
console.log(`\n${printRows(rows, process.stdout.columns)}\n`);
console.log(`${conclusion(rows)}; written to ${write(rows)}`);
process.exit(0);

function conclusion(all: readonly BenchRow[]): string {
  const aims = all.map(reaches).filter((reached) => reached !== null);
  const seconds = Math.round((Date.now() - beganAt.getTime()) / 1_000);
  return `${aims.filter(Boolean).length} of ${aims.length} aims reached after ${seconds} s`;
}

/**
 * Writes the rows to a JSON file. In the file, each row also has its ratio, and `reached` says whether the row stays
 * within its limits. Returns the file's path.
 */
function write(all: readonly BenchRow[]): string {
  const folder = join(workspace.data, "bench");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  const measured = all.map((row) => ({ ...row, ratio: ratioOf(row), reached: reaches(row) }));
  const about = { name, at: beganAt.toISOString(), node: process.version, rows: measured };
  writeFileSync(file, `${JSON.stringify(about, null, 2)}\n`);
  return file;
}
