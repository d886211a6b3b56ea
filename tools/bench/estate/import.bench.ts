import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";
import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import type { BenchRow } from "@network-access/testkit/bench-row";
import type { BenchSettings } from "../bench-settings.ts";
import { forgetPeak, memoryOf } from "../load/process-memory.ts";
import { watchResponding } from "../load/watch-responding.ts";
import { type EstateStack, HEAP_MB, withEstateStack } from "./estate-stack.ts";
import { type DeviceSize, generatedDevice } from "./generated-device.ts";
import { generatedListing } from "./generated-listing.ts";
import { runMeasured } from "./run-measured.ts";

const COMMAND = resolve(import.meta.dirname, "../../../services/estate-import/src/main.ts");
/** The promised time of an import in milliseconds, by the number of rules of the device. */
const BARS: Readonly<Record<number, number>> = { 2000: 5_000, 10000: 30_000 };
const MOST_MB = 1_024;
/** The size of the largest device that the manager accepts. */
const LARGEST: DeviceSize = { rules: 50_000, objects: 100_000, routes: 100_000, textBytes: 32 * 2 ** 20 };

/**
 * Measures imports of generated listings by the shipped command, and then two concurrent imports of devices of the
 * largest size.
 */
export async function importBench(settings: BenchSettings): Promise<BenchRow[]> {
  const folder = temporaryDataFolder();
  return withEstateStack(settings, async (stack) => {
    const rows: BenchRow[] = [];
    // The first import is not measured. It is slower, because the processes compile code during it.
    await importRows(stack, folder, 500);
    for (const rules of settings.rules) rows.push(...(await importRows(stack, folder, rules)));
    rows.push(await largestRow(stack));
    return rows;
  });
}

async function importRows(stack: EstateStack, folder: string, rules: number): Promise<BenchRow[]> {
  console.log(`  importing ${rules.toLocaleString("en")} rules`);
  const file = join(folder, `${rules}.rules`);
  writeFileSync(file, generatedListing(rules));
  const environment = {
    ...{ MANAGER_URL: stack.managerUrl, MANAGER_TOKEN: stack.authorization.replace(/^Bearer /, "") },
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    NODE_COMPILE_CACHE: join(folder, "compiled"),
  };
  const command = (...more: string[]) =>
    runMeasured([COMMAND, "iptables", file, "--device", `import-${rules}`, ...more], environment);
  const words = await runMeasured(["-e", SPLIT, file]);
  const read = await command("--dry-run");
  forgetPeak(stack.pid());
  const imported = await command();
  const managerMb = memoryOf(stack.pid())?.mostMb ?? 0;
  const again = await command();
  const name = `${rules.toLocaleString("en")} rules`;
  const within = (mb: number) => `${mb} MiB (${mb <= MOST_MB ? "within" : "ABOVE"} ${MOST_MB})`;
  const bar = BARS[rules] === undefined ? {} : { barMs: BARS[rules] };
  return [
    {
      name: `${name}: read`,
      ...{ floorMs: words.ms, oursMs: read.ms, aim: null },
      note: `the command alone, ${read.mostMb} MiB; floor: a process that splits the text into words, ${words.mostMb} MiB`,
    },
    {
      name: `${name}: imported and searchable`,
      ...{ floorMs: read.ms, oursMs: imported.ms, aim: null, ...bar },
      note: `the command had ${within(imported.mostMb)}, the manager ${within(managerMb)}; floor: the command alone`,
    },
    { name: `${name}: again, unchanged`, floorMs: read.ms, oursMs: again.ms, aim: null },
  ];
}

const SPLIT = `const text = require("node:fs").readFileSync(process.argv[1], "utf8");
const words = text.split("\\n").map((line) => line.split(" "));
if (words.length < 2) process.exit(1);`;

/** Imports two devices of the largest size concurrently. Measures the time until their rules are searchable. */
async function largestRow(stack: EstateStack): Promise<BenchRow> {
  const { client } = stack;
  console.log("  storing the largest device twice");
  const floorMs = parsedMs();
  await stack.restart();
  const beganAt = performance.now();
  let uploadedMs = 0;
  const { longestMs } = await watchResponding(stack.managerUrl, () =>
    Promise.all(
      [1, 2].map(async (number) => {
        const created = await client.call("POST", "/domain/1/device", { name: `largest-${number}` });
        const { id } = JSON.parse(created.text) as { id: number };
        const { revision } = await client.upload(id, generatedDevice(number, LARGEST));
        uploadedMs = performance.now() - beganAt;
        await client.untilSearchable(id, revision);
      }),
    ),
  );
  const oursMs = performance.now() - beganAt;
  const heard = `uploaded after ${(uploadedMs / 1_000).toFixed(0)} s; silent for ${(longestMs / 1_000).toFixed(1)} s at most`;
  const note = `${await stack.memory()}, with a heap of ${HEAP_MB} MiB for each of its two threads; ${heard}; floor: the JSON of the parts, parsed and validated`;
  return { name: "the largest device, twice at once", floorMs, oursMs, aim: null, note };
}

/**
 * Parses and validates the parts of two devices of the largest size. Returns how many milliseconds this takes. Stores
 * nothing.
 */
function parsedMs(): number {
  let ms = 0;
  for (const number of [1, 2])
    for (const part of generatedDevice(number, LARGEST)) {
      const json = JSON.stringify(part);
      const beganAt = performance.now();
      SnapshotPart.parse(JSON.parse(json));
      ms += performance.now() - beganAt;
    }
  return ms;
}
