import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { BenchSettings } from "./bench-settings.ts";
import { type BenchName, benches } from "./registry.ts";

const SECONDS = 60;
const ITEMS = "10000,100000";
const ADDRESSES = "1000000";
const REQUESTS = 10_000;
const PREVIEWED = 100_000;

/** Which settings a benchmark takes; the others take none. */
const taken: Partial<Record<BenchName, readonly string[]>> = {
  save: ["seconds", "profile"],
  inventory: ["items", "profile"],
  resolution: ["addresses", "profile"],
  reevaluation: ["requests", "profile"],
  preview: ["requests", "profile"],
};

/** Reads `NAME` and the settings that this benchmark takes; folders are relative to `from`. */
export function readBenchArguments(
  args: readonly string[],
  from: string,
): { ok: true; name: BenchName; settings: BenchSettings } | { ok: false; problem: string } {
  let given: {
    values: { seconds?: string; items?: string; addresses?: string; requests?: string; profile?: string };
    positionals: string[];
  };
  try {
    const text = { type: "string" } as const;
    const options = { seconds: text, items: text, addresses: text, requests: text, profile: text };
    given = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = given;
  const [name, ...more] = positionals;
  if (name === undefined || !isBenchName(name))
    return refuse(name === undefined ? "which one?" : `there is no benchmark "${name}"`);
  if (more.length > 0) return refuse(`one at a time; "${more.join(" ")}" is too much`);
  const tooMany = Object.keys(values).filter((setting) => !taken[name]?.includes(setting));
  if (tooMany.length > 0) return refuse(`"${name}" takes no --${tooMany.join(" and no --")}`);
  const { seconds = String(SECONDS), items = ITEMS, addresses = ADDRESSES } = values;
  const { requests = String(name === "preview" ? PREVIEWED : REQUESTS) } = values;
  if (!/^[1-9]\d{0,3}$/.test(seconds)) return refuse(`--seconds is "${seconds}"; 1 to 9999 works`);
  if (!/^[1-9]\d{2,6}(,[1-9]\d{2,6})*$/.test(items))
    return refuse(`--items is "${items}"; numbers from 100 to 9999999 with commas between work`);
  if (!/^[1-9]\d{1,5}$/.test(requests)) return refuse(`--requests is "${requests}"; 10 to 999999 works`);
  if (!/^([1-9]|[1-4]\d|50)00000$/.test(addresses))
    return refuse(`--addresses is "${addresses}"; whole hundreds of thousands up to 5000000 work`);
  const profileFolder = values.profile === undefined ? undefined : resolve(from, values.profile);
  return {
    ok: true,
    name,
    settings: {
      seconds: Number(seconds),
      items: items.split(",").map(Number),
      addresses: Number(addresses),
      requests: Number(requests),
      profileFolder,
    },
  };
}

function isBenchName(name: string): name is BenchName {
  return Object.hasOwn(benches, name);
}

function refuse(problem: string): { ok: false; problem: string } {
  const names = Object.keys(benches).join(", ");
  return {
    ok: false,
    problem: [
      problem,
      `npm run bench -- NAME, with NAME one of ${names}`,
      `save takes --seconds N (how long the load lasts, ${SECONDS} when left out)`,
      `inventory takes --items N,N (how many are uploaded, one run each, ${ITEMS} when left out)`,
      `resolution takes --addresses N (how many the groups have together, ${ADDRESSES} when left out)`,
      `reevaluation and preview take --requests N (how many are stored, ${REQUESTS} and ${PREVIEWED} when left out)`,
      "save, inventory, resolution, reevaluation and preview take --profile FOLDER",
    ].join("\n"),
  };
}
