import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { tryParse } from "@network-access/service-runtime/try-parse";
import type { BenchSettings } from "./bench-settings.ts";
import { type BenchName, benches } from "./registry.ts";

/** The default duration of a load in seconds, by benchmark. */
const SECONDS = { save: 60, tools: 20 };
const ITEMS = "10000,100000";
const ADDRESSES = "1000000";
const REQUESTS = 10_000;
const PREVIEWED = 100_000;
/**
 * The default numbers of rules: of the estate for `siql` and `tools`, and of the device for `import`. Search times are
 * promised for an estate of 100,000 rules. A device has at most 50,000 rules.
 */
const RULES: Partial<Record<BenchName, string>> = {
  siql: "10000,100000,300000",
  import: "2000,10000",
  tools: "10000",
};

/** The settings that each benchmark accepts. Benchmarks that are not listed accept no settings. */
const taken: Partial<Record<BenchName, readonly string[]>> = {
  save: ["seconds", "profile"],
  inventory: ["items", "profile"],
  resolution: ["addresses", "profile"],
  reevaluation: ["requests", "profile"],
  preview: ["requests", "profile"],
  siql: ["rules", "profile"],
  import: ["rules", "profile"],
  tools: ["rules", "seconds", "profile"],
};

/**
 * Parses the arguments of `npm run bench`: the name of a benchmark, and the settings of this benchmark. Relative paths
 * of folders are relative to `from`.
 */
export function readBenchArguments(
  args: readonly string[],
  from: string,
): { ok: true; name: BenchName; settings: BenchSettings } | { ok: false; problem: string } {
  const text = { type: "string" } as const;
  const options = { seconds: text, items: text, addresses: text, requests: text, rules: text, profile: text };
  const read = tryParse(() => parseArgs({ args: [...args], allowPositionals: true, options }));
  if (!read.ok) return refuse(read.problem);
  const { values, positionals } = read.parsed;
  const [name, ...more] = positionals;
  if (name === undefined || !isBenchName(name))
    return refuse(name === undefined ? "a name is missing" : `"${name}" is not a benchmark`);
  if (more.length > 0) return refuse(`only one name is allowed; remove "${more.join(" ")}"`);
  const tooMany = Object.keys(values).filter((setting) => !taken[name]?.includes(setting));
  if (tooMany.length > 0) return refuse(`"${name}" takes no --${tooMany.join(" and no --")}`);
  const {
    seconds = String(name === "tools" ? SECONDS.tools : SECONDS.save),
    items = ITEMS,
    addresses = ADDRESSES,
  } = values;
  const { requests = String(name === "preview" ? PREVIEWED : REQUESTS) } = values;
  if (!/^[1-9]\d{0,3}$/.test(seconds)) return refuse(`--seconds is "${seconds}"; give 1 to 9999`);
  if (!/^[1-9]\d{2,6}(,[1-9]\d{2,6})*$/.test(items))
    return refuse(`--items is "${items}"; give numbers from 100 to 9999999, separated by commas`);
  if (!/^[1-9]\d{1,5}$/.test(requests)) return refuse(`--requests is "${requests}"; give 10 to 999999`);
  if (!/^([1-9]|[1-4]\d|50)00000$/.test(addresses))
    return refuse(`--addresses is "${addresses}"; give a multiple of 100000 up to 5000000`);
  const rules = values.rules ?? RULES[name] ?? "";
  if (RULES[name] !== undefined && !/^[1-9]\d{2,5}(,[1-9]\d{2,5})*$/.test(rules))
    return refuse(`--rules is "${rules}"; give numbers from 100 to 999999, separated by commas`);
  const profileFolder = values.profile === undefined ? undefined : resolve(from, values.profile);
  return {
    ok: true,
    name,
    settings: {
      seconds: Number(seconds),
      items: items.split(",").map(Number),
      addresses: Number(addresses),
      requests: Number(requests),
      rules: rules === "" ? [] : rules.split(",").map(Number),
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
      `save and tools take --seconds N (duration of each load, default ${SECONDS.save} and ${SECONDS.tools})`,
      `inventory takes --items N,N (items to upload, one run each, default ${ITEMS})`,
      `resolution takes --addresses N (addresses of all groups, default ${ADDRESSES})`,
      `reevaluation and preview take --requests N (stored requests, default ${REQUESTS} and ${PREVIEWED})`,
      `siql, import and tools take --rules N,N (rules of an estate or a device, one run each, default ${RULES.siql}, ${RULES.import} and ${RULES.tools})`,
      "save, inventory, resolution, reevaluation, preview, siql, import and tools take --profile FOLDER",
    ].join("\n"),
  };
}
